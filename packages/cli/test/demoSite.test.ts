import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { serveSite } from "../src/demo/site.ts"

/** The status that a request for `target` is answered with. */
const statusOf = (port: number, target: string) =>
  Effect.callback<number>((resume) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    )
    let answer = ""
    socket.on("data", (bytes) => {
      answer += bytes.toString()
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(Number(answer.slice(9, 12)))))
  })

describe("the site of the demonstration", () => {
  it.live("finds nothing where it is asked for what is no address", () =>
    Effect.gen(function* () {
      const { url } = yield* serveSite
      const { port } = new URL(url)
      const targets = ["//", "http://", "http://[x/", "//%00/pricing", "*", "/none", "/pricing", "/pricing?a=//"]
      const statuses = yield* Effect.forEach(targets, (target) => statusOf(Number(port), target))
      assert.deepStrictEqual(statuses, [404, 404, 404, 404, 404, 404, 200, 200])
    }).pipe(Effect.scoped)
  )
})
