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

/** Takes a message, and the picture that was in it. */
export type Receive = (message: Buffer, picture?: Buffer | null) => void

interface Told {
  readonly message: Buffer
  readonly picture: Buffer | null
  readonly bytes: number
}

const nothing: Told = { message: Buffer.alloc(0), picture: null, bytes: 0 }

/**
 * Hands messages to `receive`, each in a turn of its own: what came of one is done before the next one is told. A source that sends more
 * than is handed on rests meanwhile.
 */
export const inTurns = (source: Source, receive: Receive): Receive => {
  let waiting: Array<Told> = []
  /** How many of those are handed on, and how many are about to be in this turn of the process. */
  let done = 0
  let begun = 0
  let begunBytes = 0
  let waitingBytes = 0
  let isResting = false

  const isFull = (share: number) =>
    waitingBytes > mostWaitingBytes / share || waiting.length - done > mostWaiting / share

  /** What comes is handed on at once where there is room: others learn by other ways what has happened, and act on it. */
  const begin = () => {
    for (let next = waiting[done + begun]; next !== undefined; next = waiting[done + begun]) {
      if (begun >= mostMessages || (begun > 0 && begunBytes >= mostBytes)) return
      begun += 1
      begunBytes += next.bytes
      setImmediate(one)
    }
  }

  const one = () => {
    const { bytes, message, picture } = waiting[done] ?? nothing
    // A picture that has been handed on is not kept until all that wait beside it are.
    waiting[done] = nothing
    done += 1
    begun -= 1
    waitingBytes -= bytes
    if (begun === 0) rest()
    receive(message, picture)
  }

  const rest = () => {
    waiting = waiting.slice(done)
    done = 0
    begunBytes = 0
    if (isResting && !isFull(2)) {
      isResting = false
      source.resume()
    }
    begin()
  }

  return (message, picture = null) => {
    const bytes = message.length + (picture?.length ?? 0)
    waiting.push({ message, picture, bytes })
    waitingBytes += bytes
    begin()
    if (isResting || !isFull(1)) return
    isResting = true
    source.pause()
  }
}
