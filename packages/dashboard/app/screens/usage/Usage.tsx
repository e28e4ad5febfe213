export const Usage = () => null
