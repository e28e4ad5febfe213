/** Those who come in numbers and take their time: readers, uploads, connections. */
import { setTimeout as wait } from "node:timers/promises"
import { startChild } from "../children.ts"
import { type Attack, ask, counted, open, reading, statusOn, type World } from "./asking.ts"

const megabyte = 1024 * 1024

/** Time in which those who are slow are watched. */
const watchedMillis = 6_000

const many = <A>(count: number, make: () => A): ReadonlyArray<A> => Array.from({ length: count }, make)

const head = ({ key }: World, line: string, more = "") =>
  `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`

/** Asks for a large answer and reads none of it. */
const slowReaders =
  (count: number, maxAge: string): Attack =>
  async (world) => {
    const path = reading("markdown", `http://localhost:${world.sitePort}/large`).replace("maxAgeMs=0", maxAge)
    const sockets = many(count, () => {
      const socket = open(world)
      socket.write(head(world, `GET ${path}`))
      return socket
    })
    const statuses = sockets.map(async (socket) => {
      const status = await Promise.race([statusOn(socket), wait(watchedMillis, "waits")])
      socket.pause()
      return status
    })
    const answers = await Promise.all(statuses)
    for (const socket of sockets) socket.destroy()
    return counted(answers)
  }

/** Announces a large file and sends it in pieces, as slowly as it may. */
const slowUploads =
  (count: number, bytes: number): Attack =>
  async (world) => {
    const piece = Buffer.alloc(megabyte)
    const answers = await Promise.all(
      many(count, async () => {
        const socket = open(world)
        let answer: string | undefined
        const status = Promise.race([statusOn(socket), wait(watchedMillis, "waits")]).then((told) => {
          answer = told
        })
        const drained = () => new Promise((resolve) => socket.once("drain", resolve))
        socket.write(head(world, "POST /v1/parse", `Content-Length: ${bytes}\r\n`))
        for (let sent = 0; sent < bytes - megabyte && answer === undefined; sent += megabyte)
          if (!socket.write(piece)) await Promise.race([drained(), status])
        await status
        socket.destroy()
        return answer ?? "waits"
      })
    )
    return counted(answers)
  }

/** Begins requests in a process that is then stopped, and asks for a small page meanwhile. */
const stopped =
  (count: number, text: (world: World) => string, bytes = 0): Attack =>
  async (world) => {
    const clients = await startChild(new URL("./stoppedClients.ts", import.meta.url))
    const pid = await clients.call<number>("begin", { port: world.port, count, text: text(world), bytes })
    process.kill(pid, "SIGSTOP")
    await wait(watchedMillis)
    const answer = await ask(world, "GET", "/v1/monitors")
    process.kill(pid, "SIGCONT")
    await clients.end()
    return `${count} stopped, others ${answer}`
  }

/** Opens connections on which little comes. */
const idle =
  (count: number, text: string): Attack =>
  async (world) => {
    const sockets = many(count, () => open(world))
    for (const socket of sockets) socket.write(text)
    await wait(watchedMillis)
    for (const socket of sockets) socket.destroy()
    return `${count} held`
  }

/** A head of so many kilobytes that does not end. */
const unfinished = (kilobytes: number) =>
  `GET / HTTP/1.1\r\nHost: x\r\n${`X-A: ${"v".repeat(1_017)}\r\n`.repeat(kilobytes)}`

/** As many bytes of the shortest headers, each of which takes more memory than bytes. */
const unfinishedShort = (kilobytes: number) => `GET / HTTP/1.1\r\n${"ab:cd\r\n".repeat((kilobytes * 1_024) / 7)}`

export const readers: Readonly<Record<string, Attack>> = {
  "200 slow readers of 5 MB": slowReaders(200, "maxAgeMs=0"),
  "200 slow readers of 5 MB that is kept": slowReaders(200, "maxAgeMs=86400000"),
  "30 slow uploads of 48 MB": slowUploads(30, 48 * megabyte),
  "200 slow uploads of 5 MB": slowUploads(200, 5 * megabyte),
  "200 stopped readers of 5 MB": stopped(200, (world) =>
    head(world, `GET ${reading("markdown", `http://localhost:${world.sitePort}/large`)}`)
  ),
  "200 stopped uploads of 5 MB": stopped(
    200,
    (world) => head(world, "POST /v1/parse", `Content-Length: ${5 * megabyte}\r\n`),
    2 * megabyte
  ),
  "300 readers of /docs that read nothing": idle(300, "GET /docs HTTP/1.1\r\nHost: x\r\n\r\n"),
  "1,300 readers of 8 /openapi.json each that read nothing": idle(
    1_300,
    "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(8)
  ),
  "2,000 silent connections": idle(2_000, ""),
  "2,000 connections inside a head": idle(2_000, "GET / HTTP/1.1\r\nX: "),
  "500 heads of 280 KB that do not end": idle(500, unfinished(280)),
  "2,000 heads of 280 KB that do not end": idle(2_000, unfinished(280)),
  "5,000 heads of 280 KB that do not end": idle(5_000, unfinished(280)),
  "2,000 heads of 14 KB of short headers that do not end": idle(2_000, unfinishedShort(14)),
  "2,000 connections before their body": idle(2_000, "POST /v1/parse HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
}
