import { assert, describe, it } from "@effect/vitest"
import { readAddress } from "../src/address.ts"

const open = { tls: false, username: undefined, password: undefined }
const unnamed = { sentinelUsername: undefined, sentinelPassword: undefined }

describe("an address of a Redis", () => {
  it.each(["redis://localhost", "rediss://user:pa%40ss@redis.example:6380/3", "redis://[::1]:6379"])(
    "is one server's: %s",
    (url) => {
      assert.deepStrictEqual(readAddress(url), { kind: "server", url })
    }
  )

  it("names Sentinels and the group that they watch", () => {
    assert.deepStrictEqual(readAddress("redis+sentinel://a:26380,b/ours"), {
      ...open,
      ...unnamed,
      kind: "sentinel",
      sentinels: [
        { host: "a", port: 26_380 },
        { host: "b", port: 26_379 }
      ],
      name: "ours",
      db: 0
    })
    assert.deepStrictEqual(
      readAddress("rediss+sentinel://user:p%40ss%2Fword@s-1.example/our%20group/2?sentinelPassword=s%26cret"),
      {
        kind: "sentinel",
        tls: true,
        username: "user",
        password: "p@ss/word",
        sentinels: [{ host: "s-1.example", port: 26_379 }],
        name: "our group",
        db: 2,
        sentinelUsername: undefined,
        sentinelPassword: "s&cret"
      }
    )
  })

  it("names some nodes of a cluster", () => {
    assert.deepStrictEqual(readAddress("redis+cluster://:secret@10.0.0.1:7000,[fd00::2]:7001,node-3"), {
      ...open,
      kind: "cluster",
      password: "secret",
      nodes: [
        { host: "10.0.0.1", port: 7_000 },
        { host: "fd00::2", port: 7_001 },
        { host: "node-3", port: 6_379 }
      ]
    })
  })

  it.each([
    "localhost:6379",
    "http://localhost",
    "redis://",
    "redis+sentinel://a,b",
    "redis+sentinel://a,,b/ours",
    "redis+sentinel://a:0/ours",
    "redis+sentinel://a:70000/ours",
    "redis+sentinel://a/ours/one",
    "redis+sentinel://a/ours?password=x",
    "redis+sentinel://us%er@a/ours",
    "redis+cluster://a/0",
    "redis+cluster://a?x=1",
    "redis+cluster://",
    "redis+nothing://a"
  ])("is none: %s", (text) => {
    assert.isNull(readAddress(text))
  })
})
