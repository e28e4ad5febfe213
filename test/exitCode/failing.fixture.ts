import { assert, it } from "@effect/vitest"
import { postgresUrl } from "../setup/sharedServers.ts"

const url = await postgresUrl()

it("fails, after the server that the tests share was started", () => {
  assert.isNull(url)
})
