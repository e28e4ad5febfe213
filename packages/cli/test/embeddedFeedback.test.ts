/** Observed: what an embedded instance keeps of what is said, by whichever door, and what its operator reads over HTTP. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake, KittiwakeError } from "kittiwake"

describe("feedback of an embedded instance", { timeout: 60_000 }, () => {
  it("is one list, whoever said it", async () => {
    const adminToken = "an operator's token that nobody guesses"
    await using closing = new AsyncDisposableStack()
    const kittiwake = closing.use(await Kittiwake.open({ memory: true, worker: false, apiKey: "sk_here", adminToken }))
    const server = createServer(kittiwake.nodeHandler)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    closing.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

    assert.isUndefined(await kittiwake.feedback.say({ message: "from the program", rating: "positive" }))
    const taken = await fetch(`${url}/v1/feedback`, {
      method: "POST",
      headers: { authorization: "Bearer sk_here", "content-type": "application/json" },
      body: JSON.stringify({ message: "over HTTP" })
    })
    assert.strictEqual(taken.status, 202)
    const refused = await kittiwake.feedback.say({ message: "" }).catch((error: unknown) => error)
    assert.instanceOf(refused, KittiwakeError)

    const notes = await kittiwake.feedback.list()
    assert.sameMembers(
      notes.map(({ message }) => message),
      ["over HTTP", "from the program"]
    )
    assert.isNull(notes.find(({ message }) => message === "from the program")?.key_id)
    const organization = notes[0]?.organization_id
    const read = await fetch(`${url}/admin/organizations/${organization}/feedback`, {
      headers: { authorization: `Bearer ${adminToken}` }
    })
    assert.deepStrictEqual(((await read.json()) as { readonly data: unknown }).data, notes)
  })
})
