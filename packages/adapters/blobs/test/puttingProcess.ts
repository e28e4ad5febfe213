/** A process that puts a blob without end, to be killed meanwhile. It says after each piece that it was taken. */
import { Effect, Option, Redacted, Stream } from "effect"
import { fileObjects } from "../src/files/files.ts"
import type { Bucket } from "../src/s3/s3.ts"
import { objectsOf, services } from "./bucketServices.ts"

/** Where it puts. */
export type Place =
  | { readonly _tag: "Files"; readonly directory: string }
  | { readonly _tag: "Bucket"; readonly bucket: Omit<Bucket, "secret" | "sessionToken">; readonly secret: string }

/** What it puts. */
export const endlessPath = "org_1/suite/endless"

const place = JSON.parse(process.argv[2] ?? "null") as Place | null

if (place !== null) {
  const objects =
    place._tag === "Files"
      ? Effect.succeed(fileObjects(place.directory))
      : objectsOf({ ...place.bucket, secret: Redacted.make(place.secret), sessionToken: Option.none() })
  const piece = new Uint8Array(3_000_000)
  const pieces = Stream.tap(Stream.forever(Stream.succeed(piece)), () =>
    Effect.callback<void>((resume) => void process.stdout.write("piece\n", () => resume(Effect.void)))
  )
  await Effect.runPromise(Effect.flatMap(objects, ({ put }) => put(endlessPath, pieces)).pipe(Effect.provide(services)))
}
