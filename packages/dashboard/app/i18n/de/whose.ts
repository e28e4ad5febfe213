/** Deutsch: dass dieser Browser als jemand anderes angemeldet ist, als ein Tab geöffnet wurde. */
import type { whose as English } from "../en/whose.ts"

export const whose: typeof English = {
  title: "Dieser Browser ist jetzt als jemand anderes angemeldet.",
  body: (was, is) =>
    `Dieser Tab wurde ${was} geöffnet. Seither hat sich dieser Browser ${is} angemeldet, und hier geschieht nichts mehr wie zuvor.`,
  nobody: "Dieser Browser ist abgemeldet.",
  nobodyBody: (was) => `Dieser Tab wurde ${was} geöffnet; die Sitzung ist seither zu Ende.`,
  lost: "Was hier eingegeben und nicht abgeschickt wurde, geht beim Fortfahren verloren.",
  operator: "als Betreiber",
  keyOf: (organization) => `mit einem Schlüssel von ${organization}`,
  otherKey: "mit einem anderen Schlüssel davon",
  goOn: "Fortfahren wie jetzt angemeldet",
  asBefore: "Wie zuvor anmelden",
  again: "Anmelden"
}
