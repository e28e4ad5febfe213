/** A tile with the first letter of a site: its own icon would be asked for at the site. */
const hues = ["#2b5b86", "#1c7048", "#8a4a24", "#65499a", "#ab332b", "#4b5b69", "#7a5d00", "#24697a"] as const

const hostOf = (url: string): string => {
  try {
    return new URL(url).hostname.replace(/^www\./, "")
  } catch {
    return url
  }
}

const hueOf = (host: string): string => {
  let sum = 0
  for (const character of host) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973
  return hues[sum % hues.length] ?? hues[0]
}

export const SiteIcon = ({ url }: { readonly url: string }) => {
  const host = hostOf(url)
  return (
    <span
      aria-hidden="true"
      style={{ background: hueOf(host) }}
      className="grid size-6 flex-none place-items-center rounded-[5px] text-s font-strong text-[#fff]"
    >
      {(host.match(/[\p{L}\p{N}]/u)?.[0] ?? "·").toUpperCase()}
    </span>
  )
}
