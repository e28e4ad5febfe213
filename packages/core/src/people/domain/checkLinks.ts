/** Which addresses are proven to be one person's: pages that lead from each to the other (`rel=me` both ways). */
import type { PersonPage } from "./PersonPage.ts"
import type { PersonRecord } from "./PersonRecord.ts"
import { ownLinks } from "./personsOfPage.ts"
import { sameAddress } from "./profileAddress.ts"

/** A page as it was asked for, and as it answered. */
export interface ReadAddress {
  readonly asked: string
  readonly page: PersonPage
}

const keys = (urls: ReadonlyArray<string>): ReadonlyArray<string> => urls.flatMap((url) => sameAddress(url) ?? [])

/** The records of pages, with the addresses of theirs whose pages lead back. A page that answers from elsewhere answers for where it is. */
export const checkLinks = (
  records: ReadonlyArray<PersonRecord>,
  read: ReadonlyArray<ReadAddress>
): ReadonlyArray<PersonRecord> => {
  const linksOf = new Map<string, ReadonlySet<string>>()
  for (const { page } of read) {
    const [key] = keys([page.url])
    if (key !== undefined) linksOf.set(key, new Set(keys(ownLinks(page))))
  }
  return records.map((record) => {
    const [own] = keys([record.url])
    const said = [...record.socialUrls, ...record.websiteUrls]
    const isOwn = own !== undefined && keys(said).includes(own)
    if (!isOwn || linksOf.get(own) === undefined) return record
    const verified = said.filter((url) => {
      const key = sameAddress(url)
      return key !== null && key !== own && linksOf.get(own)!.has(key) && linksOf.get(key)?.has(own) === true
    })
    return { ...record, verifiedUrls: [...new Set([...record.verifiedUrls, ...verified])] }
  })
}
