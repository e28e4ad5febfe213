/** The table of rooms and methods in the guide of embedders, beside an instance. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "../src/Kittiwake.ts"

const isRoom = (value: unknown): value is object => typeof value === "object" && value !== null

const methodsOf = (room: object): Array<string> =>
  Object.entries(room).flatMap(([name, value]) =>
    isRoom(value) ? methodsOf(value).map((inner) => `${name}.${inner}`) : [name]
  )

describe("the guide of embedders", () => {
  it("names all rooms and methods of an instance", async () => {
    const guide = await readFile(join(import.meta.dirname, "../../../docs/guides/embed.md"), "utf8")
    const rows = guide
      .split("| Room | Methods |")[1]!
      .split("\n\n")[0]!
      .matchAll(/^\| `(\w+)` \| (.*) \|$/gm)
    const told = [...rows].map(([, room, methods]) => [room!, methods!.replaceAll("`", "").split(", ")])
    const kittiwake = await Kittiwake.open({ memory: true, worker: false })
    try {
      const rooms = Object.entries(kittiwake).filter(([, value]) => isRoom(value))
      assert.deepStrictEqual(
        told,
        rooms.map(([name, room]) => [name, methodsOf(room)])
      )
    } finally {
      await kittiwake.close()
    }
  })
})
