/** Companies with sites, as the tests of their brands ask for them. */
import { assert } from "@effect/vitest"
import { type ImageDescription, ImageReader, ImageUnreadable } from "@kittiwake/core/pages/ImageReader"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import type { TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import ContextDev from "context.dev"
import { Effect, Layer } from "effect"
import type { Server } from "../Server.ts"

const described = (given: Partial<ImageDescription>): ImageDescription => ({
  ...{ width: 64, height: 64, mediaType: "image/png", kind: "logo", likeness: "0000000000000000" },
  ...{ palette: [{ hex: "#0a4d8c", share: 1 }], clearShare: 0.5, brightness: 0.3 },
  ...given
})

/** Pictures by what their bytes say. */
const pictures: Readonly<Record<string, ImageDescription>> = {
  wordmark: described({ width: 240, height: 60, likeness: "ffffffff00000000" }),
  "wordmark as a drawing": described({
    ...{ width: 240, height: 60, likeness: "ffffffff00000001", mediaType: "image/svg+xml" }
  }),
  bright: described({ width: 200, height: 50, likeness: "00ffff0000ffff00", brightness: 0.95 }),
  tile: described({ width: 180, height: 180, clearShare: 0, likeness: "0f0f0f0f0f0f0f0f" }),
  mark: described({
    ...{ width: 96, height: 96, clearShare: 0, likeness: "00ff00ff00ff00ff", mediaType: "image/svg+xml" }
  }),
  // On white paper of its own, half of which is margin.
  printed: described({ width: 400, height: 80, clearShare: 0, likeness: "f00ff00f0ff00ff0", kind: "graphic" }),
  scene: described({ width: 1_200, height: 600, clearShare: 0, likeness: "123456789abcdef0" })
}

const lookAt = (bytes: Uint8Array) => {
  const found = pictures[new TextDecoder().decode(bytes)]
  return found === undefined ? Effect.fail(new ImageUnreadable({ message: "unknown" })) : Effect.succeed(found)
}

/** Readers that know these pictures and no other. */
export const withPictures: TestInstallationOptions = {
  readers: Layer.merge(
    PlainReaders.layer,
    Layer.succeed(ImageReader, {
      crop: (bytes, _, margins) =>
        Effect.map(lookAt(bytes), (description) => {
          const isCut = margins === "plain" && description.kind === "graphic"
          return { bytes, description: isCut ? { ...description, width: description.width / 2 } : description }
        }),
      describe: lookAt,
      slice: () => Effect.fail(new ImageUnreadable({ message: "unknown" }))
    })
  )
}

const linked = {
  "@type": "Organization",
  name: "Harborlight",
  logo: "https://harbor.example/logo.png",
  slogan: "Lights that find the shore",
  email: "hello@harbor.example",
  telephone: "+1 207-555-0143",
  tickerSymbol: "NYSE: HRB",
  numberOfEmployees: 140,
  address: {
    ...{ streetAddress: "12 Wharf St", addressLocality: "Portland", addressRegion: "ME", postalCode: "04101" },
    addressCountry: "US"
  },
  sameAs: ["https://www.instagram.com/harborlight"]
}

export const front = `<!doctype html><html lang="en-US"><head><title>Harborlight | Lights that find the shore</title>
  <meta name="description" content="Harborlight makes navigation lights for small boats.">
  <meta property="og:site_name" content="Harborlight"><meta property="og:image" content="/scene.png">
  <link rel="icon" href="/tile.png" sizes="180x180"><link rel="alternate" hreflang="de" href="https://harbor.example/de/">
  <style>:root{--brand-primary:#0a4d8c;--text:#222222} a{color:#e11d63}</style>
  <script type="application/ld+json">${JSON.stringify(linked)}</script></head>
  <body><header><a href="/"><img src="/logo.svg" alt="Harborlight logo"></a><img class="logo" src="/bright.png" alt=""></header>
  <h1>Lights</h1><p>Every boat comes home.</p>
  <footer><a href="/careers">Careers</a><a href="/blog">Blog</a><a href="/pricing">Pricing</a><a href="/contact">Contact us</a>
  <a href="/terms">Terms</a><a href="/privacy">Privacy</a><a href="https://www.youtube.com/@harborlight">YouTube</a></footer></body></html>`

const german = `<!doctype html><html lang="de"><head><title>Harborlight | Lichter, die das Ufer finden</title>
  <meta name="description" content="Harborlight baut Lichter für kleine Boote."></head><body><p>Willkommen an Bord.</p></body></html>`

export const picture = (name: string) => ({ body: "", bytes: new TextEncoder().encode(name), mediaType: "image/png" })

/** Its pictures. */
export const showPictures = async (server: Server, domain: string) => {
  await server.show(`https://${domain}/logo.png`, picture("wordmark"))
  await server.show(`https://${domain}/logo.svg`, picture("wordmark as a drawing"))
  await server.show(`https://${domain}/bright.png`, picture("bright"))
  await server.show(`https://${domain}/tile.png`, picture("tile"))
  await server.show(`https://${domain}/scene.png`, picture("scene"))
}

/** A company with a well-made site. */
export const open = async (server: Server) => {
  await server.show("https://harbor.example/", front)
  await server.show("https://harbor.example/de/", german)
  await server.show("https://harbor.example/contact", "<html><body><p>Write to us.</p></body></html>")
  await showPictures(server, "harbor.example")
}

export const credits = async ({ call }: Server): Promise<number> => {
  const { body } = await call("GET", "/batch/list")
  return Number(Object(body.key_metadata).credits_remaining)
}

/** That a call is refused so, and costs nothing. */
export const refuses = async (server: Server, ask: () => PromiseLike<unknown>, status: number, code: string) => {
  const before = await credits(server)
  const error = await Promise.resolve(ask()).then(
    () => assert.fail("It was answered."),
    (cause: unknown) => cause
  )
  assert.instanceOf(error, ContextDev.APIError)
  assert.deepStrictEqual([error.status, Object(error.error).error_code], [status, code], error.message)
  assert.strictEqual(await credits(server), before)
  return error.message
}
