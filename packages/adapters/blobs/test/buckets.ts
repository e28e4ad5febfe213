/** Buckets that the tests use: a real one, and one that says what a test has it say. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { BlobStoreUnavailable } from "@kittiwake/core/blobs/BlobStore"
import { Effect, Option, Redacted } from "effect"
import { needing } from "../../../../test/setup/needs.ts"
import { testBucket } from "../../../../test/setup/sharedServers.ts"
import type { Bucket } from "../src/s3/s3.ts"
import { objectsOf } from "./bucketServices.ts"

const shared = await testBucket()

/** Options of a test that needs a real store. */
export const needsBucket = needing({ bucket: shared !== null })

let prefixes = 0

/** A place of its own in the real bucket. */
export const newBucket = (): Bucket => ({
  endpoint: shared?.endpoint ?? "http://127.0.0.1:1",
  name: shared?.name ?? "",
  prefix: `tests-${process.pid}-${prefixes++}/a.b/`,
  region: shared?.region ?? "us-east-1",
  style: "path",
  keyId: shared?.keyId ?? "",
  secret: Redacted.make(shared?.secret ?? ""),
  sessionToken: Option.none()
})

/** A secret that nothing may repeat. */
export const secret = "TheSecretThatNobodyRepeats"

/** What a scripted store does with a request; `body` is what came with it. */
export type Script = (
  request: IncomingMessage & { readonly body: Buffer },
  response: ServerResponse,
  nth: number
) => void

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Array<Buffer> = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Objects of a store that does what a script says, and how many requests came. */
export const scripted = Effect.fnUntraced(function* (script: Script) {
  let count = 0
  const server = createServer((request, response) => {
    const nth = ++count
    bodyOf(request).then(
      (body) => script(Object.assign(request, { body }), response, nth),
      () => response.destroy()
    )
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
  const bucket: Bucket = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    name: "scripted",
    prefix: "p/",
    region: "eu-west-9",
    style: "path",
    keyId: "SCRIPTED",
    secret: Redacted.make(secret),
    sessionToken: Option.none()
  }
  return { objects: yield* objectsOf(bucket), bucket, requests: () => count }
})

/** An error as S3 writes it. */
export const refuse = (
  response: ServerResponse,
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {}
) => {
  const region = headers["x-region"] === undefined ? "" : `<Region>${headers["x-region"]}</Region>`
  response
    .writeHead(status, { "content-type": "application/xml", ...headers })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message>${region}</Error>`)
}

/** The reason for which something fails. */
export const reasonOf = <A, R>(effect: Effect.Effect<A, BlobStoreUnavailable, R>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => reason)
