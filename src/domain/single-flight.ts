/** Runs `work`, or joins the one of the same name that is under way. */
export type SingleFlight<T> = (name: string, work: () => Promise<T>) => Promise<T>;

/** Who wants to know the same at the same time shares one answer. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>();
  return (name, work) => {
    const underWay = flights.get(name);
    if (underWay) return underWay;
    const flight = work().finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  };
}
