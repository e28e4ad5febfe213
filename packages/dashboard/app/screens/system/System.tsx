export const System = () => null
