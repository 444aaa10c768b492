// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Takes the thread in which the debugger calls functions to a place where that does no harm.
///
/// A thread that is stopped inside the allocator has changed a part of its lists, and the call would find them so. The
/// same holds for the loader and for the runtime's caches. Such a function is let run to its end first; a thread that
/// waits in the system is where it should be.
enum SafePlace {
    /// What the debugger prints, with a reason behind it, if there is no such place.
    static let refusal = "<unsafe>"

    /// A program in Python for gdb.
    static let script = """
        import gdb, os, re, signal, threading, time

        SYSTEM = re.compile(r'/(libc|libpthread|ld-linux|libswift)[^/]*$|/ld-[^/]*$')
        LOADER = re.compile(r'/(ld-linux|ld-)[^/]*$')
        MEMORY = re.compile(r'alloc|free|brk|mmap|munmap|mremap|madvise|mprotect|memalign')
        # Behind the instruction that enters the system, on x86-64 and aarch64.
        ENTRIES = (b'\\x0f\\x05', b'\\x01\\x00\\x00\\xd4')

        def image(frame):
            return gdb.solib_name(frame.pc()) or ''

        def waits(frame):
            memory = gdb.selected_inferior().read_memory(frame.pc() - 4, 4).tobytes()
            return any(memory.endswith(entry) for entry in ENTRIES)

        def frames():
            frame, found = gdb.newest_frame(), []
            while frame is not None and len(found) < 200:
                found.append(frame)
                try:
                    frame = frame.older()
                except gdb.error:
                    break
            return found

        def finish(frame):
            # What it is in may wait for something later. No signal may be left when the program goes on.
            guard, state = threading.Lock(), []
            def interrupt():
                with guard:
                    if not state:
                        state.append('interrupted')
                        os.kill(gdb.selected_inferior().pid, signal.SIGINT)
            timer = threading.Timer(2, interrupt)
            timer.daemon = True
            timer.start()
            try:
                frame.select()
                gdb.execute('finish', to_string=True)
            finally:
                with guard:
                    if state: gdb.execute('stepi', to_string=True)
                    state.append('over')
                timer.cancel()

        def find():
            # Printed, too: noprint implies nostop.
            gdb.execute('handle SIGINT stop nopass', to_string=True)
            deadline = time.monotonic() + 20
            while time.monotonic() < deadline:
                gdb.execute('thread 1', to_string=True)
                stack = frames()
                own = []
                for frame in stack:
                    if not SYSTEM.search(image(frame)): break
                    own.append(frame)
                if not own:
                    loads = any(LOADER.search(image(frame)) for frame in stack)
                    return 'it is loading a library' if loads else None
                if waits(own[0]) and not any(MEMORY.search(frame.name() or '') for frame in own): return None
                if len(own) == len(stack): return 'its first thread does not come out of the system'
                finish(own[-1])
            return 'its first thread does not come to a place where a function can be called'

        try:
            reason = find()
        except gdb.error as error:
            reason = str(error)
        if reason:
            print('<unsafe>' + reason)
            gdb.execute('detach')
            gdb.execute('quit')
        """
}
