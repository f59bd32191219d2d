// SPDX-License-Identifier: Apache-2.0
// Types of the explorer's scripts, assets/explorer*.js: a figure, the four parts, and what is used of two libraries.

type Value = string | number | null;
type TextKey = "status" | "core" | "device" | "device_family" | "comparison" | "source" | "sources" | "recipe" | "unit" | "note"
  | "page" | "algorithm" | "also_computes";
type NumberKey = "throughput" | "throughput_lower" | "throughput_upper" | "area" | "area_lower" | "area_upper" | "clock"
  | "clock_lower" | "clock_upper" | "latency" | "ratio" | "normalised_ratio" | "normalised_throughput" | "normalised_area" | "rank"
  | "ranked" | "rank_lowest" | "rank_highest" | "first_share";
type Figure = Record<string, Value> & Record<TextKey, string> & Record<NumberKey, number | null> & { id: number; seeds: number };
/** Values of each key; a value that is repeated is written with its count. */
type PackedRecords = {
  keys: string[]; text_keys: string[]; texts: string[]; columns: (number | null | [value: number | null, count: number])[][];
};
type Column = { key: string; title: string; tip: string };
type Dot = Record<string, Value | boolean> & { key: string; page: string };

type Direction = "asc" | "desc";
type Sort = { column: string; dir: Direction };
/** Whether all devices are shown, values are divided by those of SHA-2, and some results are the reader's own. */
type ExplorerView = { isAll: boolean; isRelative: boolean; hasOwn: boolean; selection: string };

// ---- the four parts

interface ExplorerValues {
  root: string;
  unpacked(packed: PackedRecords): Figure[];
  nameOf(record: Figure): string;
  valuesOf(record: Figure, key: string): Value[];
  format(key: string, value: Value): string;
  rankText(record: Figure): string;
  statusOrder(record: Figure): number;
  isNumeric(key: string): boolean;
  openPage(page: string, event: MouseEvent): void;
}
interface ExplorerChart {
  draw(shown: Figure[], view: ExplorerView): Promise<void>;
  emphasise(record: Figure | null): void;
  hideTooltip(): void;
  toSVG(): Promise<string>;
  toPNG(): Promise<string>;
}
interface ExplorerFiles {
  download(text: string, type: string, name: string): void;
  csv(figures: Figure[], provenance: Record<string, Value>): string;
  json(figures: Figure[], provenance: Record<string, Value>): string;
  fillPrintTable(figures: Figure[], columns: { key: string; title: string }[]): void;
  removePrintTable(): void;
}
type TableListeners = { hide: (name: string) => void; built: () => void; sorted: (order: Sort) => void };
interface ExplorerTable {
  start(columns: Column[], order: Sort, listeners: TableListeners): void;
  show(figures: Figure[], view: ExplorerView, order: Sort): void;
  visibleColumns(): { key: string; title: string }[];
  redraw(): void;
  figures(): Figure[];
}
interface Window {
  explorerValues: ExplorerValues;
  explorerChart: ExplorerChart;
  explorerFiles: ExplorerFiles;
  explorerTable: ExplorerTable;
}

// ---- what is used of Tabulator

type TableRow = { getData: () => Figure; getElement: () => HTMLElement };
type TableCell = { getData: () => Figure; getField: () => string; getValue: () => Value };
type TableColumn = {
  getField: () => string; isVisible: () => boolean; show: () => void; hide: () => void; setWidth: (pixels: number) => void;
};
type TableEvents = {
  tableBuilt: () => void;
  rowMouseEnter: (event: MouseEvent, row: TableRow) => void;
  rowMouseLeave: () => void;
  rowClick: (event: MouseEvent, row: TableRow) => void;
  dataSorted: (sorters: { field: string; dir: Direction }[]) => void;
};
type Table = {
  getColumn: (key: string) => TableColumn; getColumns: () => TableColumn[]; getData: (rows: "active") => Figure[];
  getRows: (rows: "active") => TableRow[];
  setSort: (key: string, direction: Direction) => void; replaceData: (rows: Figure[]) => Promise<void>;
  redraw: (all: boolean) => void;
  on: <E extends keyof TableEvents>(event: E, listener: TableEvents[E]) => void;
};
type TableScript = { Tabulator: new (selector: string, options: object) => Table };

// ---- what is used of Vega

type ChartListener = (event: MouseEvent, item: { datum?: { page?: string } } | null) => void;
type ChartView = {
  runAsync: () => Promise<unknown>; finalize: () => void;
  toSVG: () => Promise<string>; toImageURL: (type: "png", scale: number) => Promise<string>;
  addEventListener: (type: "click", listener: ChartListener) => void;
};
type ChartSpec = { width: number; height: number; background: string; data: { name: string; values?: Dot[] }[] };
type ChartScript = {
  vega: {
    parse: (spec: ChartSpec) => object; View: new (runtime: object, options: object) => ChartView;
    Handler: new () => { call: () => void };
  };
};
