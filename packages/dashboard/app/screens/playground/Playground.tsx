export const Playground = () => null
