/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded into a process: logs each write, rename and fsync below a folder, and fails a chosen one with EIO.

   faults_begin(folder, log, failing) starts: the call number `failing`, from 1, fails; 0 fails none.
   faults_end() stops and returns the number of calls.
   Each line of the log is an operation and its path, the new one for a rename. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static int log_file = -1, failing, calls;

void faults_begin(const char *folder, const char *log, int which) {
    snprintf(root, sizeof root, "%s", folder);
    log_file = open(log, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
    failing = which;
    calls = 0;
}

int faults_end(void) {
    root[0] = 0;
    close(log_file);
    return calls;
}

static int fails(const char *operation, const char *path) {
    char line[PATH_MAX + 32];
    int bad;
    if (!root[0] || strncmp(path, root, strlen(root)) != 0) return 0;
    pthread_mutex_lock(&lock);
    bad = ++calls == failing;
    int length = snprintf(line, sizeof line, "%s %s\n", operation, path);
    syscall(SYS_write, log_file, line, length);
    pthread_mutex_unlock(&lock);
    if (bad) errno = EIO;
    return bad;
}

static int handle_fails(const char *operation, int handle) {
    char link[64], path[PATH_MAX];
    ssize_t length;
    if (!root[0]) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails(operation, path);
}

#define NEXT(name, ...) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

ssize_t write(int handle, const void *data, size_t size) {
    return handle_fails("write", handle) ? -1 : NEXT(write, handle, data, size);
}
ssize_t pwrite(int handle, const void *data, size_t size, off_t offset) {
    return handle_fails("write", handle) ? -1 : NEXT(pwrite, handle, data, size, offset);
}
ssize_t pwrite64(int handle, const void *data, size_t size, off64_t offset) {
    return handle_fails("write", handle) ? -1 : NEXT(pwrite64, handle, data, size, offset);
}
int fsync(int handle) { return handle_fails("fsync", handle) ? -1 : NEXT(fsync, handle); }
int fdatasync(int handle) { return handle_fails("fsync", handle) ? -1 : NEXT(fdatasync, handle); }
int rename(const char *from, const char *to) { return fails("rename", to) ? -1 : NEXT(rename, from, to); }
