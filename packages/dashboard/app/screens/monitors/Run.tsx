export const Run = () => null
