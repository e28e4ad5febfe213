/** Deutsch: Teile, die mehrere Ansichten haben. */
import type { Strings } from "../en.ts"

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("de")} ${count === 1 ? one : many}`

export const parts: Strings["parts"] = {
  picture: "Bild",
  notJson: "Das ist kein JSON.",
  andMore: (count: number) => `und ${count.toLocaleString("de")} weitere`,
  entries: (count: number) => plural(count, "Eintrag", "Einträge"),
  fields: (count: number) => plural(count, "Feld", "Felder"),
  unsaved: {
    title: "Eingaben verwerfen?",
    body: "Was Sie hier ausgefüllt haben, ist weder gespeichert noch abgeschickt.",
    lose: "Verwerfen",
    stay: "Weiter ausfüllen"
  },
  lacks: (scope: string) =>
    `Mit diesem Schlüssel dürfen Sie hier nur lesen: Um etwas zu tun, braucht es das Recht ${scope}.`
}
