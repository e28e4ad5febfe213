/** A bucket of an S3-compatible store, how it is reached, and as whom. */
import type { Option, Redacted } from "effect"

export interface Bucket {
  /** Where the store answers, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly name: string
  /** What the keys of all objects begin with: empty, or segments that end with a slash. */
  readonly prefix: string
  readonly region: string
  /** Whether the name of the bucket stands in the path, or before the host. */
  readonly style: "path" | "virtual"
  readonly keyId: string
  readonly secret: Redacted.Redacted
  /** Comes with credentials that end. */
  readonly sessionToken: Option.Option<Redacted.Redacted>
}

/** The address of an object, or of the bucket itself. */
export const addressOf = ({ endpoint, name, style }: Bucket, key: string | null): URL => {
  const url = new URL(endpoint)
  if (style === "virtual") url.hostname = `${name}.${url.hostname}`
  const base = style === "virtual" ? "" : `/${name}`
  url.pathname = key === null ? `${base}/` : `${base}/${key}`
  return url
}
