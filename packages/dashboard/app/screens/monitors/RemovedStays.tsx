import { useStrings } from "../../i18n/strings.ts"

/** What stays of monitors that are removed. */
export const RemovedStays = () => (
  <ul className="list-disc pl-5 text-ink-2">
    {useStrings().monitors.removeStays.map((one) => (
      <li key={one}>{one}</li>
    ))}
  </ul>
)
