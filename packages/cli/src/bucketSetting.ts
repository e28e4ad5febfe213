/** A bucket as an operator writes it: `s3://bucket/prefix?endpoint=https://…&region=…&style=path`. */
import type { Bucket } from "@kittiwake/blobs/s3"
import { Option, type Redacted, Result } from "effect"

/** Who calls the bucket, and its region where the address says none: the variables that all clients of S3 read. */
export interface BucketAccess {
  readonly keyId: Option.Option<string>
  readonly secret: Option.Option<Redacted.Redacted>
  readonly sessionToken: Option.Option<Redacted.Redacted>
  readonly region: Option.Option<string>
}

/** The part of an address that says where. */
type Place = Omit<Bucket, "keyId" | "secret" | "sessionToken">

const styles = ["path", "virtual"] as const

const known = ["endpoint", "region", "style"]

const isBucketName = (name: string) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)

/** Segments that need no escaping, so that a key is the same to everybody. */
const isPrefix = (path: string) => path.length <= 200 && /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*\/)*$/.test(path)

const isEndpoint = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
}

const ofRegion = (region: string) => `https://s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`

/** What is wrong with an address; null when nothing is. It may hold a secret by mistake, so it is not repeated. */
const wrongPart = (url: URL, prefix: string): string | null => {
  const names = [...url.searchParams.keys()]
  const unknown = names.find((name) => !known.includes(name) || names.filter((one) => one === name).length > 1)
  if (url.username !== "" || url.password !== "") return "keys belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
  if (url.port !== "" || url.hash !== "") return "a port belongs into endpoint=, and there is nothing behind a #"
  if (!isBucketName(url.hostname)) return "the name of a bucket has 3 to 63 small letters, digits, dots and hyphens"
  if (!isPrefix(prefix)) return "the path behind the bucket may have letters, digits, dots, hyphens and underscores"
  if (unknown !== undefined) return `behind the ? stand ${known.join(", ")}, each once`
  const endpoint = url.searchParams.get("endpoint")
  if (endpoint !== null && !isEndpoint(endpoint))
    return "endpoint= is where the store answers, such as https://minio:9000"
  const style = url.searchParams.get("style")
  return style === null || styles.some((one) => one === style) ? null : `style= is ${styles.join(" or ")}`
}

const placeOf = (url: URL, prefix: string, usualRegion: Option.Option<string>): Result.Result<Place, string> => {
  const endpoint = url.searchParams.get("endpoint")
  const region =
    url.searchParams.get("region") ?? Option.getOrNull(usualRegion) ?? (endpoint === null ? "" : "us-east-1")
  if (!/^[\w-]{1,64}$/.test(region)) return Result.fail("region= is that of the bucket, such as eu-central-1")
  const given = styles.find((one) => one === url.searchParams.get("style"))
  return Result.succeed({
    endpoint: endpoint === null ? ofRegion(region) : new URL(endpoint).origin,
    name: url.hostname,
    prefix,
    region,
    // A name with dots is in no certificate when it stands before the host.
    style: given ?? (endpoint === null && !url.hostname.includes(".") ? "virtual" : "path")
  })
}

const example = "s3://bucket/prefix?region=eu-central-1, with endpoint=https://host:9000 where it is not Amazon's"

/** Reads the address of a bucket that a setting has. */
export const readBucket = (setting: string, text: string, access: BucketAccess): Result.Result<Bucket, string> => {
  const refused = (why: string) => Result.fail(`${setting} is no bucket: ${why}. Write ${example}.`)
  if (!URL.canParse(text)) return refused("it is no address")
  const url = new URL(text)
  const prefix = `${url.pathname.replace(/^\//, "").replace(/\/$/, "")}/`.replace(/^\/$/, "")
  const wrong = wrongPart(url, prefix)
  if (wrong !== null) return refused(wrong)
  const place = placeOf(url, prefix, access.region)
  if (Result.isFailure(place)) return refused(place.failure)
  const { keyId, secret, sessionToken } = access
  return Option.isSome(keyId) && Option.isSome(secret)
    ? Result.succeed({ ...place.success, keyId: keyId.value, secret: secret.value, sessionToken })
    : Result.fail(`${setting} leads to a bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to what may use it.`)
}
