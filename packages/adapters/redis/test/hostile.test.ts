/** A Redis that answers in another shape, or without an end. Observed: what is shared, what is said, and how much is taken of it. */
import { createServer, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { replyLimits } from "../src/makeReplyReader.ts"
import { admitted, startProcess } from "./process.ts"
import { installationAt } from "./servers.ts"

/** What is sent to a command; nothing where it is not named. */
type Answers = (name: string, socket: Socket) => string | null

const greetings = new Set(["hello", "client", "select", "ping"])
const info = "redis_version:7.0.0\r\nloading:0"

const commandsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\*\d+\r\n\$\d+\r\n([a-z]+)\r\n/gi)].map(([, name]) => name!.toLowerCase())

const usual: Answers = (name) =>
  name === "info" ? `$${info.length}\r\n${info}\r\n` : greetings.has(name) ? "+OK\r\n" : null

/** A server on a port of its own, and how often it was connected to and what it could send. */
const serverThat = (answers: Answers) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const seen = { connections: 0, subscriptions: 0, closed: 0 }
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        seen.connections += 1
        sockets.add(socket)
        socket.on("error", () => {})
        socket.on("close", () => {
          seen.closed += 1
          sockets.delete(socket)
        })
        socket.on("data", (data) => {
          for (const name of commandsIn(data.toString("latin1"))) {
            if (name === "subscribe") seen.subscriptions += 1
            const answer = answers(name, socket) ?? usual(name, socket)
            if (answer !== null) socket.write(answer)
          }
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      return { seen, url: `redis://127.0.0.1:${port}`, server, sockets }
    }),
    ({ server, sockets }) =>
      Effect.promise(async () => {
        for (const socket of sockets) socket.destroy()
        await new Promise((resolve) => server.close(resolve))
      })
  )

const role = "*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n"
const subscribed = "*3\r\n$9\r\nsubscribe\r\n$1\r\nw\r\n:1\r\n"

const lines: ReadonlyArray<readonly [what: string, answer: string]> = [
  ["a number", ":1\r\n"],
  ["null", "*-1\r\n"],
  ["an empty list", "*0\r\n"],
  ["parts that are null", "*3\r\n+x\r\n*-1\r\n*-1\r\n"],
  ["a message without parts", `${subscribed}*3\r\n$7\r\nmessage\r\n*-1\r\n*-1\r\n`],
  ["a message of nothing", `${subscribed}*0\r\n`],
  ["a push of null", `${subscribed}>1\r\n_\r\n`],
  ["a reply to nobody", `${subscribed}$-1\r\n$-1\r\n`]
]

const text = (length: number) => `$${length}\r\n${"a".repeat(Math.min(length, 1_000_000))}`

const replies: ReadonlyArray<readonly [what: string, answer: string]> = [
  ["announces gigabytes", text(1_900_000_000)],
  ["announces more values than there are", "*90000000\r\n"],
  ["nests without an end", "*1\r\n".repeat(200_000)],
  ["has a line without an end", `+${"E".repeat(1_000_000)}`],
  ["is of no kind", "a\r\n"],
  ["is a map of maps", "%1\r\n+__proto__\r\n%1\r\n+a\r\n+b\r\n"],
  ["is null", "$-1\r\n"],
  ["is of texts", "*2\r\n+a\r\n+b\r\n"],
  ["is empty", "*0\r\n"]
]

describe("a Redis that answers in another shape", () => {
  for (const [what, answer] of lines)
    it.live(`says ${what} to who wants to hear: the line is made anew, and the process goes on`, () =>
      Effect.gen(function* () {
        const { seen, url } = yield* serverThat((name) =>
          name === "role" ? role : name === "subscribe" ? answer : name === "evalsha" ? "*2\r\n:1\r\n:1\r\n" : null
        )
        const one = yield* startProcess(installationAt(url))
        yield* one.wakeups.subscribe("runs")
        yield* Effect.repeat(Effect.sync(() => seen.subscriptions).pipe(Effect.delay("20 millis")), {
          until: (count) => count > 0
        })
        yield* Effect.sleep("150 millis")
        assert.strictEqual(yield* admitted(one, 3, 10), 3)
      }).pipe(Effect.scoped)
    )

  for (const [what, answer] of replies)
    it.live(`whose reply ${what} is done without`, () =>
      Effect.gen(function* () {
        const { url } = yield* serverThat((name) => (name === "evalsha" || name === "eval" ? answer : null))
        const one = yield* startProcess(installationAt(url))
        assert.strictEqual(yield* admitted(one, 50, 10), 10, "it counts by itself")
      }).pipe(Effect.scoped)
    )

  it.live("that sends without an end is heard no further than a reply may go, and what it did is said", () =>
    Effect.gen(function* () {
      let sent = 0
      const { url } = yield* serverThat((name, socket) => {
        if (name !== "set") return null
        const part = Buffer.alloc(1_000_000, 97)
        const more = () => {
          while (socket.writable && sent < 400_000_000) {
            sent += part.length
            if (!socket.write(part)) return
          }
        }
        socket.on("drain", more)
        socket.write("$1900000000\r\n")
        more()
        return null
      })
      const one = yield* startProcess(installationAt(url))
      assert.strictEqual(yield* one.problem, "answers what is no reply of Redis, or more than a reply may have")
      assert.isBelow(sent, 4 * replyLimits.bytes)
    }).pipe(Effect.scoped)
  )
})
