/** Requests as the description says that they are written. */

export interface DescribedParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: unknown
}

/** A request from values of its parameters, by name, and its body. */
export const describedRequest = (options: {
  readonly path: string
  readonly method: string
  readonly parameters: ReadonlyArray<DescribedParameter>
  readonly values: Readonly<Record<string, unknown>>
  readonly mediaType: string | null
  readonly body: unknown
  readonly key: string
}): Request => {
  const query = new URLSearchParams()
  const headers: Record<string, string> = { authorization: `Bearer ${options.key}` }
  let path = options.path
  for (const { in: place, name } of options.parameters) {
    const value = options.values[name]
    if (value === undefined) continue
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
    else if (place === "header") headers[name] = String(value)
    else if (Array.isArray(value)) query.append(name, value.join(","))
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) query.append(`${name}[${key}]`, String(inner))
    } else query.append(name, String(value))
  }
  if (options.mediaType !== null) headers["content-type"] = options.mediaType
  const { body } = options
  return new Request(`http://kittiwake.test${path}?${query}`, {
    method: options.method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
}
