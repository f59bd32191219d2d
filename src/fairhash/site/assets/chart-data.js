// SPDX-License-Identifier: Apache-2.0
// The data of the explorer's chart: limits of the axes, lines, front and labels, computed as in charts/throughput_area.py and charts/labels.py.
"use strict";

window.FairhashChart = (() => {
  const MOST_LABELS = 80;
  const MOST_LINES = 10;
  const OFFSETS = [[7, 3, "left"], [7, -14, "left"], [7, -5, "left"], [-7, 3, "right"], [-7, -14, "right"], [-7, -5, "right"],
    [0, 7, "left"], [0, -18, "left"], [0, 7, "right"], [0, -18, "right"], [7, 14, "left"], [-7, 14, "right"]];

  const domain = (values) => [Math.min(...values) / 1.25, Math.max(...values) * 1.4];

  function ratioLines([left, right], [bottom, top], sign) {
    const rows = [];
    const [first, last] = [Math.ceil(Math.log2(bottom / right)), Math.floor(Math.log2(top / left))];
    const step = last - first >= MOST_LINES ? 2 : 1;
    for (let power = first + Math.abs(first % step); power <= last; power += step) {
      const ratio = 2 ** power;
      const [start, end] = [Math.max(left, bottom / ratio), Math.min(right, top / ratio)];
      const title = sign + (power >= 0 ? ratio : `1/${2 ** -power}`);
      if (start < end) for (const x of [start, end]) rows.push({ x, y: x * ratio, ratio, name: title, end: x === end && end > 1.3 * start });
    }
    return rows;
  }

  function paretoFront(points) {
    const front = [];
    for (const { x, y } of points.filter((dot) => !dot.preliminary).sort((one, other) => one.x - other.x || other.y - one.y)) {
      if (!front.length || y > front[front.length - 1].y) front.push({ x, y });
    }
    return front;
  }

  // `margin`: pixels to the right of the plot that a label may cover
  function labels(dots, lines, xs, ys, width, height, margin) {
    // where there is no room for all names: the reference and the reader's own cores first, then the front
    const front = new Set(paretoFront(dots).map(({ x, y }) => `${x} ${y}`));
    const rank = ({ kind, x, y }) => (kind === "core" ? 2 : 0) + (front.has(`${x} ${y}`) ? 0 : 1);
    const points = [...dots].sort((one, other) => rank(one) - rank(other));
    const pixel = (value, [low, high], size) => (Math.log(value / low) / Math.log(high / low)) * size;
    const back = (value, [low, high], size) => low * (high / low) ** (value / size);
    const places = points.map((dot) => [pixel(dot.x, xs, width), pixel(dot.y, ys, height)]);
    const taken = places.map(([x, y]) => [x - 5, y - 5, x + 5, y + 5]);
    for (const line of lines.filter(({ end }) => end)) {
      const [x, y] = [pixel(line.x, xs, width), pixel(line.y, ys, height)];
      taken.push([x - 1 - 6 * line.name.length, y - 22, x - 1, y - 12]);
    }
    const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
    const rows = [];
    points.slice(0, MOST_LABELS).forEach((dot, index) => {
      const [x, y] = places[index];
      const size = 6.7 * dot.name.length;
      for (const [dx, dy, align] of OFFSETS) {
        const left = x + dx - (align === "right" ? size : 0);
        const box = [left, y + dy, left + size, y + dy + 11];
        if (left <= 0 || left + size > width + margin || taken.some((other) => overlap(box, other))) continue;
        taken.push(box);
        rows.push({ x: back(x + dx, xs, width), y: back(y + dy, ys, height), text: dot.name, align });
        return;
      }
    });
    return rows;
  }

  return { domain, ratioLines, paretoFront, labels };
})();
