/** Cuts readers that leave an answer in our memory for longer than it takes to read it. */
import type { ServerResponse } from "node:http"
import { Duration } from "effect"

/** What a reader is given for what still waits when his answer is complete. */
export interface ReadingTime {
  readonly least: Duration.Duration
  readonly bytesPerSecond: number
}

/** 10 seconds, and one more for each 128 KB: slower than any line that a server is called over. */
export const readingTime: ReadingTime = { least: Duration.seconds(10), bytesPerSecond: 128 * 1024 }

const times = new WeakMap<ServerResponse, ReadingTime>()

/** Gives the reader of `response` another time than `readingTime`. */
export const giveTime = (response: ServerResponse, time: ReadingTime): void => void times.set(response, time)

/** Time to read so many bytes. */
export const readingMillis = ({ bytesPerSecond, least }: ReadingTime, bytes: number): number =>
  Duration.toMillis(least) + Math.ceil((bytes / bytesPerSecond) * 1_000)

/**
 * Called when `response` was ended: its socket goes when what is left is not taken in time. A reply to a request that was
 * sent behind another one waits for the reply to that, and has its time from when it is its turn.
 */
export const cutWhenSlow = (response: ServerResponse, time: ReadingTime = times.get(response) ?? readingTime): void => {
  if (response.writableFinished || response.destroyed) return
  if (response.socket === null) {
    response.once("socket", () => process.nextTick(cutWhenSlow, response, time))
    return
  }
  const waiting = response.writableLength + (response.socket?.writableLength ?? 0)
  if (waiting === 0) return
  const { socket } = response.req
  const timer = setTimeout(() => socket.destroy(), readingMillis(time, waiting)).unref()
  response.once("close", () => clearTimeout(timer))
}

/** Called when an answer of so many bytes begins to go out as it is read: its socket goes when it is not taken in time. */
export const cutWhenNotRead = (response: ServerResponse, bytes: number, time: ReadingTime = readingTime): void => {
  if (response.destroyed) return
  if (response.socket === null) {
    response.once("socket", () => process.nextTick(cutWhenNotRead, response, bytes, time))
    return
  }
  const { socket } = response.req
  const timer = setTimeout(() => socket.destroy(), readingMillis(time, bytes)).unref()
  response.once("close", () => clearTimeout(timer))
}
