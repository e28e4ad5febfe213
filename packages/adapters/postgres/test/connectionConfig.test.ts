import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { connectionConfig } from "../src/connectionConfig.ts"

const directory = mkdtempSync(join(tmpdir(), "kittiwake-certificate-"))
const file = join(directory, "ca.pem")
writeFileSync(file, "the authority")
afterAll(() => rmSync(directory, { recursive: true }))

const tlsOf = (query: string) => {
  const { ssl, url } = connectionConfig({ url: Redacted.make(`postgres://me:secret@db/main${query}`) })
  return { ssl, url: Redacted.value(url!) }
}

describe("the URL of a server", () => {
  it("is left to the driver where it names no certificate", () => {
    for (const query of ["", "?sslmode=require", "?sslmode=disable&application_name=mine"]) {
      assert.deepStrictEqual(tlsOf(query), { ssl: undefined, url: `postgres://me:secret@db/main${query}` })
    }
    const url = Redacted.make("not a URL")
    assert.strictEqual(connectionConfig({ url }).url, url)
  })

  it("names an authority whose certificate the server's is checked against, whatever the mode says", () => {
    for (const mode of ["", "&sslmode=require", "&sslmode=verify-ca"]) {
      const { ssl, url } = tlsOf(`?sslrootcert=${file}${mode}&options=-c%20jit%3Doff`)
      assert.deepInclude(ssl, { ca: "the authority" })
      assert.notProperty(ssl, "rejectUnauthorized")
      assert.strictEqual(url, "postgres://me:secret@db/main?options=-c+jit%3Doff")
    }
  })

  it("can ask for encryption without any check", () => {
    assert.deepInclude(tlsOf("?sslmode=no-verify").ssl, { rejectUnauthorized: false })
  })
})

describe("a pooler", () => {
  const configOf = (query: string) => connectionConfig({ url: Redacted.make(`postgres://me@db/main${query}`) })

  it("of transactions is sent nothing that belongs to a session", () => {
    const { prepare, startupParameters, stream, url } = configOf("?pooler=transaction&application_name=mine")
    assert.deepStrictEqual([prepare, startupParameters, stream], [false, {}, undefined])
    assert.strictEqual(Redacted.value(url!), "postgres://me@db/main?application_name=mine")
  })

  it("of sessions is a server like any other", () => {
    const { prepare, startupParameters, url } = configOf("?pooler=session")
    assert.deepStrictEqual(Object.keys(startupParameters!), [
      "statement_timeout",
      "idle_in_transaction_session_timeout"
    ])
    assert.strictEqual(prepare, true)
    assert.strictEqual(Redacted.value(url!), "postgres://me@db/main")
  })

  it("of a kind that is not known is told as that", () => {
    assert.throws(() => configOf("?pooler=statement").stream!(), "`transaction` or `session`")
  })
})

it("a transaction that stands still between two statements loses what it has locked within seconds", () => {
  const { startupParameters = {} } = connectionConfig({ url: Redacted.make("postgres://db/main") })
  assert.strictEqual(startupParameters["statement_timeout"], "30000")
  assert.strictEqual(startupParameters["idle_in_transaction_session_timeout"], "5000")
})

it("one message may be a row with the largest pages, and no more than this process has room for", () => {
  const { maxMessageSize = Infinity } = connectionConfig({ url: Redacted.make("postgres://db/main") })
  assert.isAtLeast(maxMessageSize, 4 * 20 * 1_048_576)
  assert.isAtMost(maxMessageSize, 128 * 1_048_576)
})
