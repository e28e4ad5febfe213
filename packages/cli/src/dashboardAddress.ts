/** Under which address a person opens the dashboard. */
import { Option } from "effect"
import type { Settings } from "./config.ts"

const loopback = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|\[::\])$/

/** With a slash at its end: the address that the operator named, or that of this server by the name that a machine has for itself. */
export const dashboardAddress = ({ publicUrl }: Pick<Settings, "publicUrl">, url: string): string => {
  if (Option.isSome(publicUrl)) return `${publicUrl.value}/app/`
  const own = new URL(url)
  if (loopback.test(own.hostname)) own.hostname = "localhost"
  return `${own.origin}/app/`
}
