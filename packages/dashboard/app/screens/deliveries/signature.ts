/**
 * Checks the signatures of an event in the browser: the contract's own and that of Standard Webhooks, under one secret
 * (docs/decisions/0010). The secret stays in the page.
 */

/** How a signature is written. */
export type Form = "service" | "standard"

export interface Checked {
  readonly form: Form
  /** `missing` where the headers have none of this form. */
  readonly verdict: "right" | "wrong" | "missing"
  /** When it was signed, in milliseconds; null where the headers do not say. */
  readonly signedAt: number | null
}

type Headers = Readonly<Record<string, string>>

/** Whether the browser computes anything here: it does on pages that came safely. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined

const utf8 = (text: string) => new TextEncoder().encode(text)

const macOf = async (key: Uint8Array<ArrayBuffer>, message: string): Promise<Uint8Array> => {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, utf8(message)))
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** The bytes that the part of a secret after its prefix stands for. */
const standardKey = (secret: string): Uint8Array<ArrayBuffer> => {
  try {
    return Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (character) => character.charCodeAt(0))
  } catch {
    return utf8(secret)
  }
}

const serviceOf = async (secret: string, seconds: string, body: string): Promise<string> =>
  hex(await macOf(utf8(secret), `${seconds}.${body}`))

const standardOf = async (secret: string, id: string, seconds: string, body: string): Promise<string> =>
  base64(await macOf(standardKey(secret), `${id}.${seconds}.${body}`))

/** The name of the contract's own signature among headers: its prefix is the operator's choice. */
const serviceName = (headers: Headers): string | undefined =>
  Object.keys(headers).find((name) => /-signature$/i.test(name) && /^t=\d+,v1=/.test(headers[name] ?? ""))

const millisOf = (seconds: string | undefined): number | null =>
  seconds === undefined || !/^\d{1,12}$/.test(seconds) ? null : Number(seconds) * 1_000

const verdictOf = (given: string | undefined, right: string): Checked["verdict"] =>
  given === undefined ? "missing" : given === right ? "right" : "wrong"

/** Both signatures of a request, checked over the bytes of its body. */
export const check = async (secret: string, headers: Headers, body: string): Promise<ReadonlyArray<Checked>> => {
  const name = serviceName(headers)
  const [, seconds, given] = /^t=(\d+),v1=(.*)$/.exec(name === undefined ? "" : (headers[name] ?? "")) ?? []
  const id = headers["webhook-id"]
  const stamp = headers["webhook-timestamp"]
  const standard = headers["webhook-signature"]
    ?.split(" ")
    .find((one) => one.startsWith("v1,"))
    ?.slice(3)
  return [
    {
      form: "service",
      verdict: seconds === undefined ? "missing" : verdictOf(given, await serviceOf(secret, seconds, body)),
      signedAt: millisOf(seconds)
    },
    {
      form: "standard",
      verdict:
        id === undefined || stamp === undefined
          ? "missing"
          : verdictOf(standard, await standardOf(secret, id, stamp, body)),
      signedAt: millisOf(stamp)
    }
  ]
}

/** The headers of a request signed anew, for the moment at which this is called. */
export const signAnew = async (secret: string, headers: Headers, body: string): Promise<Headers> => {
  const seconds = String(Math.floor(Date.now() / 1_000))
  const name = serviceName(headers)
  const id = headers["webhook-id"] ?? ""
  return {
    ...headers,
    ...(name === undefined ? {} : { [name]: `t=${seconds},v1=${await serviceOf(secret, seconds, body)}` }),
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${await standardOf(secret, id, seconds, body)}`
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A request as curl sends it: the body goes out byte for byte. */
export const curlOf = (url: string, headers: Headers, body: string): string =>
  [
    `curl -X POST ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  --data-binary ${quoted(body)}`
  ].join(" \\\n")
