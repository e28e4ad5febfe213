/** The name of a blob, and whose it is. */
import { Option, Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"

/** Owns what rows of several organizations share, such as pages that are cached for all. */
export const sharedOwner = "shared"

/** Whose a blob is. What one owner has is never found under another. */
export type BlobOwner = OrganizationId | typeof sharedOwner

/** Longest name of a blob. */
export const maxBlobNameLength = 200

const segment = "[a-z0-9][a-z0-9._-]{0,99}"

/**
 * A path of two segments or more, in lower case so that it is the same on every file system. The first segment says which
 * kind of row refers to the blob: what no row refers to is swept.
 */
export const BlobName = Schema.String.check(
  Schema.isPattern(new RegExp(`^${segment}(?:/${segment})+$`)),
  Schema.isMaxLength(maxBlobNameLength)
).pipe(Schema.brand("BlobName"))
export type BlobName = typeof BlobName.Type

/** Which blob. */
export interface BlobKey {
  readonly owner: BlobOwner
  readonly name: BlobName
}

/** The one text of a key, in whose order blobs are listed. */
export const blobPath = ({ name, owner }: BlobKey): string => `${owner}/${name}`

const ownerPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/
const isName = Schema.is(BlobName)

/** The key of a path; none when it is no path of a blob. */
export const blobKeyOf = (path: string): Option.Option<BlobKey> => {
  const cut = path.indexOf("/")
  const [owner, name] = [path.slice(0, Math.max(0, cut)), path.slice(cut + 1)]
  return ownerPattern.test(owner) && isName(name)
    ? Option.some({ owner: owner === sharedOwner ? sharedOwner : OrganizationId.make(owner), name })
    : Option.none()
}

/** The kind of row that refers to the blob. */
export const blobKind = ({ name }: BlobKey): string => name.slice(0, name.indexOf("/"))
