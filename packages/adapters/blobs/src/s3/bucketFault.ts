/** What an S3-compatible store refuses, in words that name the setting. */
import type { BlobStoreUnavailable, BlobTrouble } from "@kittiwake/core/blobs/BlobStore"
import type { ServiceReply, ServiceUnreachable } from "@kittiwake/core/web/ServiceCaller"
import { unavailable } from "../unavailable.ts"
import { errorCode, textIn } from "./answers.ts"
import type { Bucket } from "./Bucket.ts"

const reasons: ReadonlyMap<string, BlobTrouble> = new Map(
  Object.entries({
    NoSuchBucket: "no_place",
    InvalidBucketName: "no_place",
    RequestTimeTooSkewed: "clock",
    RequestExpired: "clock",
    AuthorizationHeaderMalformed: "wrong_region",
    IllegalLocationConstraintException: "wrong_region",
    PermanentRedirect: "wrong_region",
    TemporaryRedirect: "wrong_region",
    InvalidRegion: "wrong_region",
    AccessDenied: "refused",
    ExpiredToken: "refused",
    InvalidAccessKeyId: "refused",
    InvalidToken: "refused",
    SignatureDoesNotMatch: "refused",
    SlowDown: "busy",
    ServiceUnavailable: "busy",
    InternalError: "busy",
    OperationAborted: "busy",
    ConditionalRequestConflict: "busy",
    RequestTimeout: "busy",
    QuotaExceeded: "full",
    StorageFull: "full",
    XMinioStorageFull: "full"
  })
)

/** Statuses that are over in a while. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

const reasonOf = (status: number, code: string): BlobTrouble => {
  const known = reasons.get(code)
  if (known !== undefined) return known
  if (status === 301 || status === 307) return "wrong_region"
  if (status === 401 || status === 403) return "refused"
  if (status === 507) return "full"
  return passing.has(status) ? "busy" : "failed"
}

/** Where the store says that the bucket is. */
const regionIn = ({ body, headers }: ServiceReply): string => {
  const region = headers["x-amz-bucket-region"] ?? textIn(body, "Region")
  return /^[\w-]{1,64}$/.test(region) ? region : ""
}

const messageOf = (reason: BlobTrouble, { name, region }: Bucket, reply: ServiceReply, said: string): string => {
  switch (reason) {
    case "no_place":
      return `There is no bucket ${name} where KITTIWAKE_BLOBS leads (${said}): make it, or name another.`
    case "wrong_region": {
      const right = regionIn(reply)
      const cure = right === "" ? "the region of the bucket" : `region=${right}`
      return `The bucket ${name} is not in the region ${region} (${said}): write ${cure} in KITTIWAKE_BLOBS.`
    }
    case "refused":
      return `The store of KITTIWAKE_BLOBS refused the call (${said}): see AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what that key may do in ${name}.`
    case "clock":
      return `The clocks of this machine and of the store of KITTIWAKE_BLOBS disagree (${said}): set this one's.`
    case "full":
      return `The store of KITTIWAKE_BLOBS has no room (${said}): make some, or move what is there: set KITTIWAKE_BLOBS to another place and KITTIWAKE_BLOBS_FROM to this one, and run kittiwake blobs move (docs/operate/blobs.md#to-another-place).`
    case "busy":
      return `The store of KITTIWAKE_BLOBS is too busy to answer (${said}).`
    default:
      return `The store of KITTIWAKE_BLOBS does not answer as it should (${said}).`
  }
}

/** Why an answer is none. */
export const replyFault = (operation: string, bucket: Bucket, reply: ServiceReply): BlobStoreUnavailable => {
  const code = errorCode(reply.body)
  const said = `${reply.status} ${code}`.trim()
  const reason = reasonOf(reply.status, code)
  return unavailable(reason, operation, messageOf(reason, bucket, reply, said), said)
}

/** Why no answer came. */
export const sendFault = (operation: string, { endpoint }: Bucket, error: ServiceUnreachable): BlobStoreUnavailable =>
  error.reason === "forbidden_address"
    ? unavailable(
        "refused",
        operation,
        `${endpoint} of KITTIWAKE_BLOBS may not be reached: a private address must be in KITTIWAKE_EGRESS_ALLOW.`,
        error
      )
    : unavailable(
        "unreachable",
        operation,
        `The store of KITTIWAKE_BLOBS at ${endpoint} does not answer (${error.message.replace(/\.$/, "")}).`,
        error
      )
