export const Monitor = () => null
