package dev.stoa.server.rest;

import dev.stoa.server.access.Door;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Route;
import java.util.ArrayList;
import java.util.List;

/** The routes of every noun of the API. Stateless. */
public final class Api {
    private Api() {}

    /** Every route, in the order of the documents. */
    public static List<Route> routes(Backend backend, Door door) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(new MemoryRoutes(backend).routes());
        routes.addAll(new ConsensusRoutes(backend).routes());
        routes.addAll(new ProofRoutes(backend).routes());
        routes.addAll(new RatingRoutes(backend).routes());
        routes.addAll(new PredictionRoutes(backend).routes());
        routes.addAll(new CritiqueRoutes(backend).routes());
        routes.addAll(new EvidenceRoutes(backend).routes());
        routes.addAll(new BreakerRoutes(backend).routes());
        routes.addAll(new AgentRoutes(backend).routes());
        routes.addAll(new RunRoutes(backend).routes());
        routes.addAll(new TaskRoutes(backend).routes());
        routes.addAll(new ChannelRoutes(backend).routes());
        routes.addAll(new MessageRoutes(backend).routes());
        routes.addAll(new NoteRoutes(backend).routes());
        routes.addAll(new KnowledgeRoutes(backend).routes());
        routes.addAll(new ContextRoutes(backend).routes());
        routes.addAll(new GraphRoutes(backend).routes());
        routes.addAll(new DebateRoutes(backend).routes());
        routes.addAll(new DebateRecordRoutes(backend).routes());
        routes.addAll(new ExternalRoutes(backend).routes());
        routes.addAll(new AskRoutes(backend).routes());
        routes.addAll(new ConversationRoutes(backend).routes());
        routes.addAll(new CorrectionRoutes(backend).routes());
        routes.addAll(new SpecialistRoutes(backend).routes());
        routes.addAll(new TokenRoutes(backend, door).routes());
        routes.addAll(new AuditRoutes(backend).routes());
        routes.addAll(new EvolutionRoutes(backend).routes());
        routes.addAll(new ProfileRoutes(backend).routes());
        routes.addAll(new OperationRoutes(backend).routes());
        routes.addAll(new HealthRoutes(backend, door).routes());
        return routes;
    }
}
