/** The one way in which this adapter listens to what browsers, pages, sessions, sockets and servers tell. */

/**
 * A listener that never throws and leaves no promise that rejects: a page has much of what is told, and what a listener throws ends the
 * process of everybody. `fails` ends what cannot go on then; it is handed what the listener was, as a list.
 *
 * **Gotchas.** What is taken off again has to be the same function that was put on.
 */
export const safely = <A extends ReadonlyArray<unknown>>(
  listen: (...told: A) => unknown,
  fails: (told: NoInfer<A>) => unknown = () => {}
): ((...told: A) => void) => {
  const fail = (told: A) => {
    try {
      fails(told)
    } catch {
      // What could not even be ended ends by its time.
    }
  }
  return (...told) => {
    try {
      const done = listen(...told)
      if (done instanceof Promise) done.catch(() => fail(told))
    } catch {
      fail(told)
    }
  }
}
