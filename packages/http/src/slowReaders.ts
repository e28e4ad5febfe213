/** Cuts readers that leave an answer in our memory for longer than it takes to read it. */
import type { ServerResponse } from "node:http"
import type { MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Duration } from "effect"
import { isCounted, networkOfSocket } from "./Connections.ts"

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
export const cutWhenNotRead = (
  response: ServerResponse,
  bytes: number,
  time: ReadingTime = times.get(response) ?? readingTime
): void => {
  if (response.destroyed) return
  if (response.socket === null) {
    response.once("socket", () => process.nextTick(cutWhenNotRead, response, bytes, time))
    return
  }
  const { socket } = response.req
  const timer = setTimeout(() => socket.destroy(), readingMillis(time, bytes)).unref()
  response.once("close", () => clearTimeout(timer))
}

type Socket = ServerResponse["req"]["socket"]

/** An answer on its way. */
interface Reading {
  readonly owner: string
  readonly bytes: number
  /** What is read, which is held once for all who read it; null is his alone. */
  readonly body: Uint8Array | null
}

/** How somebody reads on his connection. */
interface Pace {
  /** What the system has taken of all that was written. */
  readonly takenBytes: number
  /** How many bytes he may yet fall behind `readingTime`; below zero he is too slow. */
  readonly spareBytes: number
  /** What was taken a second, of late: half of what was so before, and what has been taken since. */
  readonly latelyPerSecond: number
  /** Looks in which answers lay on it, one after the other. */
  readonly owingLooks: number
}

/** What of the budget is free at least, so that others have room. */
const leastFree = 1 / 8

const looksEvery = Duration.seconds(1)

/**
 * What somebody may read before the system takes more: Linux does when a third of what it holds has gone, which is 4 MB at most
 * (`net.ipv4.tcp_wmem`). Somebody who reads 128 KB a second is seen to take nothing for eleven seconds.
 */
const untoldBytes = 1.75 * 1024 * 1024

/** Answers that are made and wait for their turn to be written. */
const unwritten = new WeakSet<ServerResponse>()

/** Called when `response` begins, and ends, to wait for its turn to be written: nobody can read it meanwhile. */
export const waitsToBeWritten = (response: ServerResponse, waits: boolean): void => {
  if (waits) unwritten.add(response)
  else unwritten.delete(response)
}

/** What the system has taken of all that was written, also while one large write is under way, which Node's own counts leave out. */
const takenOf = (socket: Socket): number => {
  const handle: unknown = Reflect.get(socket, "_handle")
  if (typeof handle === "object" && handle !== null) {
    const [written, waiting] = [Reflect.get(handle, "bytesWritten"), Reflect.get(handle, "writeQueueSize")]
    if (typeof written === "number" && typeof waiting === "number") return written - waiting
  }
  return socket.bytesWritten - socket.writableLength
}

/** Time since the last look, and what `untoldBytes` says. */
interface Look {
  readonly seconds: number
  readonly untold: number
}

/** Answers of a budget, how their connections are read, and whether somebody looks at them. */
interface Readings {
  readonly answers: Map<ServerResponse, Reading>
  readonly paces: WeakMap<Socket, Pace>
  isLooking: boolean
}

const readings = new WeakMap<MemoryCounter, Readings>()

/**
 * Whether bytes of this answer wait for its reader. What waits behind others on its connection does, also while the first of these is
 * still made: else whoever asks for something that never ends could have any number of answers lie behind it.
 */
const isLeft = ({ socket, writableLength }: ServerResponse): boolean =>
  socket === null || writableLength + socket.writableLength > 0

/** Whether answers lie on a connection, and whether some of them wait for us. */
interface Standing {
  readonly isOwing: boolean
  readonly waitsForUs: boolean
}

/** How a connection is read after so many seconds more, in which answers lay on it or did not. */
const paceAfter = (
  pace: Pace | undefined,
  takenBytes: number,
  { seconds, untold }: Look,
  { isOwing, waitsForUs }: Standing
): Pace => {
  const dueBytes = readingTime.bytesPerSecond * seconds
  // The system holds no more than it has taken.
  const mostBytes = Math.max(dueBytes, Math.min(takenBytes / 2, untold))
  if (pace === undefined || !isOwing) return { takenBytes, spareBytes: mostBytes, latelyPerSecond: 0, owingLooks: 0 }
  const sinceBytes = takenBytes - pace.takenBytes
  // A process that makes answers faster than it writes them has no reader fall behind: his time goes on when it is his turn.
  if (waitsForUs) return { ...pace, takenBytes, spareBytes: Math.min(mostBytes, pace.spareBytes + sinceBytes) }
  return {
    takenBytes,
    spareBytes: Math.min(mostBytes, pace.spareBytes + sinceBytes - dueBytes),
    latelyPerSecond: (pace.latelyPerSecond + sinceBytes / seconds) / 2,
    owingLooks: pace.owingLooks + 1
  }
}

/** Who reads more slowly than `readingTime`, by connection: several answers may lie on one. */
const lookAtPaces = ({ answers, paces }: Readings, look: Look): ReadonlySet<Socket> => {
  const standings = new Map<Socket, Standing>()
  for (const response of answers.keys()) {
    const { socket } = response.req
    const { isOwing = false, waitsForUs = false } = standings.get(socket) ?? {}
    standings.set(socket, {
      isOwing: isOwing || isLeft(response),
      waitsForUs: waitsForUs || unwritten.has(response)
    })
  }
  const slow = new Set<Socket>()
  for (const [socket, standing] of standings) {
    const pace = paceAfter(paces.get(socket), takenOf(socket), look, standing)
    paces.set(socket, pace)
    if (pace.spareBytes < 0) slow.add(socket)
  }
  return slow
}

/** How many read each body. */
const readersOf = ({ answers }: Readings): ReadonlyMap<Uint8Array, number> => {
  const readers = new Map<Uint8Array, number>()
  for (const { body } of answers.values()) if (body !== null) readers.set(body, (readers.get(body) ?? 0) + 1)
  return readers
}

/** Whoever reads: a network, or a connection where many may have the address. */
const readerOf = (socket: Socket): Socket | string =>
  isCounted(socket.remoteAddress ?? "") ? networkOfSocket(socket) : socket

/** Bytes of answers, of which those that several read count once. */
const bytesTogether = (answers: ReadonlyArray<Reading>): number => {
  const bodies = new Set<Uint8Array>()
  let together = 0
  for (const { body, bytes } of answers) {
    if (body !== null && bodies.has(body)) continue
    if (body !== null) bodies.add(body)
    together += bytes
  }
  return together
}

/** What answers of `owner` take that are on their way to who reads `response`. */
export const bytesOnTheWay = (memory: MemoryCounter, response: ServerResponse, owner: string): number => {
  const reader = readerOf(response.req.socket)
  const all = [...(readings.get(memory)?.answers ?? [])]
  return bytesTogether(
    all.filter(([{ req }, one]) => one.owner === owner && readerOf(req.socket) === reader).map(([, one]) => one)
  )
}

/** After so many looks it is known how somebody reads. */
const knownAfterLooks = 2

/**
 * Makes room where `owner` has too little for another answer: cuts those of its readers who took less than `readingTime` in the last seconds, who
 * took least first and of these who holds most, until `isEnough` of what this gives back. Nobody is cut where that is not enough.
 */
export const cutWhoReadsLeast = (
  memory: MemoryCounter,
  owner: string,
  isEnough: (givenBack: number) => boolean
): boolean => {
  const found = readings.get(memory)
  if (found === undefined) return false
  const bySocket = new Map<Socket, Array<Reading>>()
  for (const [response, one] of found.answers) {
    const { socket } = response.req
    const pace = found.paces.get(socket)
    if (one.owner !== owner || one.bytes === 0 || pace === undefined || pace.owingLooks < knownAfterLooks) continue
    if (!isLeft(response) || pace.latelyPerSecond >= readingTime.bytesPerSecond) continue
    bySocket.set(socket, [...(bySocket.get(socket) ?? []), one])
  }
  const readers = readersOf(found)
  const slowest = [...bySocket]
    .map(([socket, its]) => ({
      socket,
      // What others read as well is not given back with one of them.
      bytes: its.reduce((sum, { body, bytes }) => sum + (body !== null && (readers.get(body) ?? 0) > 1 ? 0 : bytes), 0),
      latelyPerSecond: found.paces.get(socket)?.latelyPerSecond ?? 0
    }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((one, other) => one.latelyPerSecond - other.latelyPerSecond || other.bytes - one.bytes)
  const cut: Array<Socket> = []
  let givenBack = 0
  for (const { bytes, socket } of slowest) {
    cut.push(socket)
    givenBack += bytes
    if (!isEnough(givenBack)) continue
    for (const one of cut) one.destroy()
    return true
  }
  return false
}

/** Cuts those who read more slowly than `readingTime`, of who holds most the first, until there is some room for others again. */
const cutWhoTakesRoom = (memory: MemoryCounter, readings: Readings, look: Look) => {
  const sockets = lookAtPaces(readings, look)
  let slow = [...readings.answers].filter(
    ([response, { bytes }]) => bytes > 0 && isLeft(response) && sockets.has(response.req.socket)
  )
  const readers = readersOf(readings)
  const given = new Map<string, number>()
  const roomOf = ({ owner }: Reading) => (given.get(owner) ?? 0) + memory.roomFor(owner)
  let free = memory.capacityBytes - memory.usedBytes
  while (free < memory.capacityBytes * leastFree && slow.length > 0) {
    const most = slow.reduce((one, other) => (roomOf(other[1]) < roomOf(one[1]) ? other : one))
    const [, { body, bytes, owner }] = most
    const isSame = (one: typeof most): boolean => (body === null ? one === most : one[1].body === body)
    const together = slow.filter(isSame)
    slow = slow.filter((one) => !isSame(one))
    // What several read is held until the last of them is gone: who reads it on keeps it, and nothing is won without him.
    if (body !== null && (readers.get(body) ?? 0) > together.length) continue
    for (const [response] of together) response.req.socket.destroy()
    given.set(owner, (given.get(owner) ?? 0) + bytes)
    free += bytes
  }
}

/**
 * Called when an answer that takes so many bytes of `memory` begins to go out: whoever lets answers lie until others find no room is cut
 * long before the time to read them is over.
 */
export const cutWhenOthersWait = (
  memory: MemoryCounter,
  response: ServerResponse,
  { body = null, bytes, owner }: { readonly bytes: number; readonly owner: string; readonly body?: Uint8Array | null },
  every: Duration.Duration = looksEvery,
  untold = untoldBytes
): void => {
  const reading: Readings = readings.get(memory) ?? { answers: new Map(), paces: new WeakMap(), isLooking: false }
  readings.set(memory, reading)
  reading.answers.set(response, { owner, bytes, body })
  response.once("close", () => reading.answers.delete(response))
  const lookLater = () => {
    reading.isLooking = reading.answers.size > 0
    if (reading.isLooking) setTimeout(look, Duration.toMillis(every)).unref()
  }
  const look = () => {
    cutWhoTakesRoom(memory, reading, { seconds: Duration.toSeconds(every), untold })
    lookLater()
  }
  if (!reading.isLooking) lookLater()
}
