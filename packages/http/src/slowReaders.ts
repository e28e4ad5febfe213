/** Cuts readers that leave an answer in our memory for longer than it takes to read it. */
import type { ServerResponse } from "node:http"
import type { MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
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

/** An answer on its way, and what was left of it at the last look. */
interface Reading {
  readonly owner: string
  readonly bytes: number
  left: number
}

/** What of the budget is free at least, so that others have room. */
const leastFree = 1 / 8

const looksEvery = Duration.seconds(1)

/** What the system has not taken yet; all of it where others on the connection come first. */
const leftOf = ({ socket, writableLength }: ServerResponse): number =>
  socket === null ? Number.POSITIVE_INFINITY : writableLength + socket.writableLength

/** Answers of a budget, and whether somebody looks at them. */
interface Readings {
  readonly answers: Map<ServerResponse, Reading>
  isLooking: boolean
}

const readings = new WeakMap<MemoryCounter, Readings>()

/** Cuts those who read more slowly than `readingTime`, of who holds most the first, until there is some room for others again. */
const cutWhoTakesRoom = (memory: MemoryCounter, { answers }: Readings, seconds: number) => {
  const slow: Array<readonly [ServerResponse, Reading]> = []
  for (const [response, one] of answers) {
    const left = leftOf(response)
    // Of what waits behind others on its connection all is left, as it was.
    if (one.bytes > 0 && left > 0 && !(one.left - left >= readingTime.bytesPerSecond * seconds))
      slow.push([response, one])
    one.left = left
  }
  const given = new Map<string, number>()
  const roomOf = ({ owner }: Reading) => (given.get(owner) ?? 0) + memory.roomFor(owner)
  let free = memory.capacityBytes - memory.usedBytes
  while (free < memory.capacityBytes * leastFree && slow.length > 0) {
    const most = slow.reduce((one, other) => (roomOf(other[1]) < roomOf(one[1]) ? other : one))
    slow.splice(slow.indexOf(most), 1)
    const [response, { bytes, owner }] = most
    given.set(owner, (given.get(owner) ?? 0) + bytes)
    free += bytes
    response.req.socket.destroy()
  }
}

/**
 * Called when an answer that takes so many bytes of `memory` begins to go out: whoever lets answers lie until others find no room is cut
 * long before the time to read them is over.
 */
export const cutWhenOthersWait = (
  memory: MemoryCounter,
  response: ServerResponse,
  { bytes, owner }: { readonly bytes: number; readonly owner: string },
  every: Duration.Duration = looksEvery
): void => {
  const reading = readings.get(memory) ?? { answers: new Map<ServerResponse, Reading>(), isLooking: false }
  readings.set(memory, reading)
  reading.answers.set(response, { owner, bytes, left: Number.POSITIVE_INFINITY })
  response.once("close", () => reading.answers.delete(response))
  const lookLater = () => {
    reading.isLooking = reading.answers.size > 0
    if (reading.isLooking) setTimeout(look, Duration.toMillis(every)).unref()
  }
  const look = () => {
    cutWhoTakesRoom(memory, reading, Duration.toSeconds(every))
    lookLater()
  }
  if (!reading.isLooking) lookLater()
}
