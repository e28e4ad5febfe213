/** Deutsch: eine Änderung teilen. */
import type { sharing as English } from "../en/sharing.ts"

export const sharing: typeof English = {
  title: "Diese Änderung teilen",
  lead: "Wer den Link hat, liest diese Änderung ohne Anmeldung: Titel und Zusammenfassung, was sich unterscheidet, die Belege, die Adresse der Seite und den Zeitpunkt. Sonst nichts von dem, was Sie beobachten.",
  lasts: "Wie lange er gilt",
  choices: { hour: "1 Stunde", day: "1 Tag", week: "7 Tage", month: "30 Tage" },
  make: "Link erstellen",
  another: "Noch einen Link erstellen",
  link: "Der Link",
  copy: "Link kopieren",
  copied: "Kopiert.",
  notCopied: "Dieser Browser lässt die Seite nicht kopieren. Der Link ist markiert: Kopieren Sie ihn mit der Tastatur.",
  open: "Ansehen",
  works: (until) => `Er gilt bis ${until}.`,
  standing: (until) => `Links zu dieser Änderung gelten längstens bis ${until}.`,
  none: "Kein Link führt zu dieser Änderung.",
  withdraw: "Alle Links zurücknehmen",
  withdrawn: "Alle Links zu dieser Änderung sind zurückgenommen.",
  call: "Als Aufruf der API"
}
