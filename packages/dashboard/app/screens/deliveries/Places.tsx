/** How the places fare that events go to, as far as the newest deliveries tell. */
import { useQuery } from "@tanstack/react-query"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { type DeliveryFilter, type DeliveryRow, newestDeliveries } from "./deliveryList.ts"
import { placeOf } from "./place.ts"

interface Place {
  readonly url: string
  readonly delivered: number
  readonly settled: number
  readonly open: number
  /** Median from event to receipt, in milliseconds; null where nothing arrived. */
  readonly latency: number | null
  readonly lastError: string | null
}

const median = (values: ReadonlyArray<number>): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null

/** Places by how many deliveries they had. What was cancelled says nothing of them. */
export const placesOf = (rows: ReadonlyArray<DeliveryRow>): ReadonlyArray<Place> =>
  [
    ...Map.groupBy(
      rows.filter(({ status }) => status !== "cancelled"),
      ({ url }) => url
    )
  ]
    .map(([url, ofPlace]) => {
      const arrived = ofPlace.filter(({ status }) => status === "delivered")
      const failed = ofPlace.filter(({ status }) => status === "failed")
      return {
        url,
        delivered: arrived.length,
        settled: arrived.length + failed.length,
        open: ofPlace.length - arrived.length - failed.length,
        latency: median(
          arrived.flatMap(({ created_at, delivered_at }) =>
            delivered_at === null ? [] : [Math.max(0, Date.parse(delivered_at) - Date.parse(created_at))]
          )
        ),
        lastError: ofPlace.find(({ last_error }) => last_error !== null)?.last_error?.message ?? null
      }
    })
    .sort((a, b) => b.settled + b.open - a.settled - a.open)

/** Most places that are shown. */
const most = 8

export const Places = ({ filter }: { readonly filter: DeliveryFilter }) => {
  const { deliveries } = useStrings()
  const words = deliveries.places
  const formats = useFormats()
  const { data } = useQuery(newestDeliveries({ ...filter, limit: 100 }))
  const places = placesOf(data?.data ?? [])
  if (data === undefined || places.length === 0) return null
  return (
    <section aria-label={words.title} className="mt-6">
      <h2 className="text-l font-strong">{words.title}</h2>
      <p className="hint mb-2">{words.of(data.data.length)}</p>
      <div className="card overflow-x-auto">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.place}</th>
              <th scope="col">{words.success}</th>
              <th scope="col" title={words.latencyHint} className="hidden bar:table-cell">
                {words.latency}
              </th>
              <th scope="col" className="hidden pane:table-cell">
                {words.last}
              </th>
            </tr>
          </thead>
          <tbody>
            {places.slice(0, most).map((place) => (
              <tr key={place.url}>
                <td className="max-w-0 w-1/3 truncate" title={place.url}>
                  {placeOf(place.url)}
                </td>
                <td className="whitespace-nowrap">
                  <span className="inline-flex items-center gap-2">
                    <span
                      aria-hidden="true"
                      className="hidden h-[6px] w-[60px] overflow-hidden rounded-full bg-sunken bar:block"
                    >
                      <span
                        className={`block h-full ${place.delivered === place.settled ? "bg-add" : "bg-rem"}`}
                        style={{ width: `${place.settled === 0 ? 0 : (100 * place.delivered) / place.settled}%` }}
                      />
                    </span>
                    {place.settled > 0 &&
                      words.rate(place.delivered, place.settled, formats.percent(place.delivered / place.settled))}
                    {place.open > 0 && <span className="text-ink-2">{words.open(place.open)}</span>}
                  </span>
                </td>
                <td className="hidden whitespace-nowrap bar:table-cell">
                  {place.latency === null ? "–" : formats.duration(place.latency)}
                </td>
                <td
                  className="hidden max-w-0 w-1/3 truncate text-ink-2 pane:table-cell"
                  title={place.lastError ?? undefined}
                >
                  {place.lastError ?? words.none}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
