/**
 * A received CFDI may have 5 MB and is sent as a whole. The rest of the limit is for the data
 * around the CFDI.
 */
export const messageBytesMax = 6 << 20;

/** gRPC's own limit: a message with several calls has the bytes of one call and additional data. */
const frameBytesMax = messageBytesMax + (1 << 20);

/** Options for both channels and servers. */
export const sizeOptions = {
  'grpc.max_receive_message_length': frameBytesMax,
  'grpc.max_send_message_length': frameBytesMax,
  'grpc-node.flow_control_window': 1 << 20,
};
