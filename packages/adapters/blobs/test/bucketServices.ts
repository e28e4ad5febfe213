/** What calls a bucket of this machine. It asks for no server of the tests, so that a process of its own may use it. */
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import * as Egress from "@kittiwake/fetch/Egress"
import * as LiveServiceCaller from "@kittiwake/fetch/ServiceCaller"
import { Effect, Layer, Result } from "effect"
import { type Bucket, bucketObjects } from "../src/s3/s3.ts"

/** This machine is allowed, as an intranet would be. */
export const services = LiveServiceCaller.layer.pipe(
  Layer.provide(
    Egress.layer({ policy: { ...publicOnly, allow: Result.getOrThrow(parseAllow("127.0.0.1,localhost")) } })
  )
)

/** Objects of a bucket. */
export const objectsOf = (bucket: Bucket) => Effect.map(ServiceCaller, (caller) => bucketObjects(bucket, caller))
