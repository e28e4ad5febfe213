/** Messages one after the other, with room between them for everybody else. */

/** Most messages, and most bytes of them, between two looks at what else there is to do. */
const mostMessages = 64
const mostBytes = 256 * 1024

/** So much waits before no more is taken in: the browser waits then, and not we. */
const mostWaitingBytes = 8 * 1024 * 1024
const mostWaiting = 4_096

export interface Source {
  readonly pause: () => unknown
  readonly resume: () => unknown
}

/**
 * Hands messages to `receive`, each in a turn of its own: what came of one is done before the next one is told. A source that sends more
 * than is handed on rests meanwhile.
 */
export const inTurns = (source: Source, receive: (message: Buffer) => void): ((message: Buffer) => void) => {
  let waiting: Array<Buffer> = []
  let next = 0
  let waitingBytes = 0
  let isResting = false

  const isFull = (share: number) =>
    waitingBytes > mostWaitingBytes / share || waiting.length - next > mostWaiting / share

  const one = () => {
    const message = waiting[next]
    if (message === undefined) return
    next += 1
    waitingBytes -= message.length
    receive(message)
  }

  /** Those that it sets on run in this turn of the process, one after the other; the last of them sets on the next. */
  const batch = () => {
    let bytes = 0
    let until = next
    while (until < waiting.length && until - next < mostMessages && (until === next || bytes < mostBytes)) {
      bytes += waiting[until]?.length ?? 0
      until += 1
    }
    for (let at = next; at < until; at += 1) setImmediate(one)
    setImmediate(rest)
  }

  const rest = () => {
    waiting = waiting.slice(next)
    next = 0
    if (isResting && !isFull(2)) {
      isResting = false
      source.resume()
    }
    if (waiting.length > 0) setImmediate(batch)
  }

  return (message) => {
    if (waiting.length === 0) setImmediate(batch)
    waiting.push(message)
    waitingBytes += message.length
    if (isResting || !isFull(1)) return
    isResting = true
    source.pause()
  }
}
