/** Deutsch: gespeicherte Filter von Listen. */
import type { views as English } from "../en/views.ts"

export const views: typeof English = {
  title: { changes: "Gespeicherte Filter des Eingangs", monitors: "Gespeicherte Filter der Monitore" },
  empty: {
    changes:
      "Noch ist kein Filter gespeichert. Sagen Sie, welche Änderungen Sie sehen wollen (neue von hoher Wichtigkeit oder solche mit einem Wort), und geben Sie dem hier einen Namen: Dann zeigt ein Klick sie wieder, allen in der Organisation.",
    monitors:
      "Noch ist kein Filter gespeichert. Sagen Sie, welche Monitore Sie sehen wollen (solche, die fehlschlagen, oder solche mit einem Wort), und geben Sie dem hier einen Namen: Dann zeigt ein Klick sie wieder, allen in der Organisation."
  },
  keepLabel: "Was jetzt gezeigt wird, behalten als",
  placeholder: { changes: "Preise zum Lesen", monitors: "Seiten, die fehlschlagen" },
  shows: (filters) => `Zeigt: ${filters}`,
  everything: "alles",
  quoted: (words) => `„${words}“`,
  monitor: "Monitor",
  kept: "Gespeichert. Er steht über der Liste.",
  isKept: (name) => `Was jetzt gezeigt wird, ist als „${name}“ gespeichert.`,
  filterFirst: "Suchen Sie, oder wählen Sie einen Filter, um einen weiteren zu speichern.",
  rename: "Umbenennen",
  newName: (name) => `Neuer Name für ${name}`,
  remove: (name) => `${name} entfernen`,
  removed: "Entfernt."
}
