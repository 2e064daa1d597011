import { outsideRequests } from '../telemetry/request-scope';
import type { Channel } from './channel';
import { openLane } from './lane';
import type { Transport } from './transport';

/** The initial number of streams of one client: round robin spreads them over the replicas. */
const lanesMin = 2;
/** The maximum of streams under load, so that load reaches every replica. */
const lanesMax = 16;
const inFlightMax = 16;
/** The life of a stream. Streams are renewed so that new replicas get their share. */
const laneLifeMs = 60_000;
/**
 * The life of the first streams is shorter: all of them opened at the replica that connected first.
 */
const firstLifeMs = 2_000;

/** Sends calls over streams that open when first needed and are renewed when they end. */
export function createExchange(channel: Channel): Transport {
  const lanes: ReturnType<typeof openLane>[] = [];
  let opened = 0;
  let turn = 0;
  const open = () => {
    const lifeMs = opened++ < lanesMin ? firstLifeMs : laneLifeMs;
    // A stream outlives the request that opens it, so it must not keep that request's trace and
    // identifier.
    return outsideRequests(() => openLane(channel.current(), lifeMs));
  };
  const add = () => lanes[lanes.push(open()) - 1]!;
  const nextLane = (): ReturnType<typeof openLane> => {
    turn = (turn + 1) % Math.max(lanes.length, lanesMin);
    const lane = lanes[turn];
    if (!lane) return add();
    if (!lane.isOpen()) {
      if (lanes.length <= lanesMin) return (lanes[turn] = open());
      lanes.splice(turn, 1);
      return nextLane();
    }
    const isCrowded = lane.inFlight() >= inFlightMax && lanes.length < lanesMax;
    return isCrowded ? add() : lane;
  };
  let ofTurn: ReturnType<typeof openLane> | undefined;
  /** Calls of one turn of the event loop use the same stream while it has room. */
  const laneOfTurn = () => {
    if (ofTurn?.isOpen() && ofTurn.inFlight() < inFlightMax) return ofTurn;
    if (!ofTurn) setImmediate(() => (ofTurn = undefined));
    return (ofTurn = nextLane());
  };
  return {
    send: (call) => laneOfTurn().send(call),
    close: () => lanes.forEach((lane) => lane.close()),
  };
}
