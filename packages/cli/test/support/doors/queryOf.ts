/** A query as people write it by hand: lists repeated, objects in brackets, objects in lists as JSON. */
export const queryOf = (given: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) {
    if (Array.isArray(value) && typeof value[0] === "object") query.append(name, JSON.stringify(value))
    else if (Array.isArray(value)) for (const item of value) query.append(name, String(item))
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) query.append(`${name}[${key}]`, String(inner))
    } else query.append(name, String(value))
  }
  return query.toString()
}
