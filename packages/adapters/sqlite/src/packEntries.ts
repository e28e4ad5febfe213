/** Addresses of a crawl in the form in which they cross to the writer's thread. */
import { hash } from "node:crypto"
import type { ClaimedEntry, FrontierEntry } from "@kittiwake/core/sites/FrontierStore"
import { storableText } from "@kittiwake/storage/storable"
import type { PackedEndings, PackedEntries } from "./writes/frontierEntries.ts"

const digestLength = 16

/** Half of the SHA-256 of each identity: as long as nobody can make two alike, that is enough to tell them apart. */
const digestsOf = (identities: ReadonlyArray<string>): Uint8Array => {
  const digests = Buffer.alloc(identities.length * digestLength)
  // As text a digest is taken in two thirds of the time, which is most of what an address costs this thread.
  for (const [place, identity] of identities.entries()) {
    digests.write(hash("sha256", identity, "hex"), place * digestLength, digestLength, "hex")
  }
  return digests
}

/** The addresses, whose identities differ. */
export const packEntries = (entries: ReadonlyArray<FrontierEntry>): PackedEntries => {
  const identities = entries.map(({ identity }) => storableText(identity))
  return {
    digests: digestsOf(identities),
    identities,
    urls: entries.map(({ url }) => storableText(url)),
    depths: entries.map(({ depth }) => depth)
  }
}

/** The claims. */
export const packEndings = (claims: ReadonlyArray<ClaimedEntry>): PackedEndings => ({
  digests: digestsOf(claims.map(({ identity }) => storableText(identity))),
  tokens: claims.map(({ token }) => token)
})
