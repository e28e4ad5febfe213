/** Fonts for a machine that has none: without one, pages are drawn without their text and nobody is told. */
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

/** Where the fonts of a system stand. */
const systemFolders = ["/usr/share/fonts", "/usr/local/share/fonts"]

const systemConfiguration = "/etc/fonts/fonts.conf"

const isFont = (name: string): boolean => /\.(?:ttf|otf|ttc|pfb)$/i.test(name)

const hasFonts = (folder: string): boolean => {
  try {
    return readdirSync(folder, { recursive: true }).some((name) => isFont(String(name)))
  } catch {
    return false
  }
}

/** Whether the system has fonts that a browser finds. */
export const hasSystemFonts = (): boolean => existsSync(systemConfiguration) && systemFolders.some(hasFonts)

const configurationFor = (directory: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${[...systemFolders, join(directory, "fonts")].map((folder) => `  <dir>${folder}</dir>`).join("\n")}
  <cachedir>${join(directory, "font-cache")}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`

/** Writes a configuration that knows the packed fonts, where the system has no fonts of its own; gives the environment. */
export const writeFontsConfiguration = async (
  directory: string,
  write: (path: string, text: string) => Promise<void>
): Promise<Readonly<Record<string, string>>> => {
  if (hasSystemFonts()) return {}
  await write(join(directory, "fonts.conf"), configurationFor(directory))
  return { FONTCONFIG_PATH: directory, FONTCONFIG_FILE: join(directory, "fonts.conf") }
}
